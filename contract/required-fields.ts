import { z } from 'zod';
import { cleanText } from './clean-text.ts';

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && cleanText(value).trim() === '');

/** Whether a required field is absent, null or blank. An invalid value does not count as missing. */
export function lacksRequiredField(schema: z.ZodType, body: object): boolean {
  if (!(schema instanceof z.ZodObject)) return false;
  const values = new Map<string, unknown>(Object.entries(body));
  return Object.entries<z.ZodType>(schema.shape).some(
    ([name, field]) => isMissing(values.get(name)) && !field.isOptional(),
  );
}
