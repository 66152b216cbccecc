/** Whether a value has the fields of the example, of the same types. Items of a list are like the first of the example. */
export function hasShape(value: unknown, example: unknown): boolean {
  if (Array.isArray(example)) return Array.isArray(value) && value.every((one) => hasShape(one, example[0]));
  if (typeof example !== 'object' || example === null) return typeof value === typeof example;
  if (typeof value !== 'object' || value === null) return false;
  const fields: Record<string, unknown> = { ...value };
  return Object.entries(example).every(([name, inner]) => hasShape(fields[name], inner));
}
