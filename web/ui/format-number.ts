/** 20000 → '20.000'. By default `es-CL` does not group four digits, but Chileans do. */
export const formatNumber = (count: number): string => count.toLocaleString('es-CL', { useGrouping: 'always' });
