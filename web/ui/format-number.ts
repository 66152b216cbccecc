/** 20000 → '20.000'. Spanish leaves four digits together; Chile does not. */
export const formatNumber = (count: number): string => count.toLocaleString('es-CL', { useGrouping: 'always' });
