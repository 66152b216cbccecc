import fastJson, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';

type Serialize = (value: unknown) => string;

const serializers = new WeakMap<z.ZodType, Serialize>();

/** JSON with the fields of the schema and no others. The code for a schema is generated at its first use. */
export function serialize(schema: z.ZodType, value: unknown): string {
  let serializer = serializers.get(schema);
  if (!serializer) {
    serializer = fastJson(serializableSchema(schema)) as Serialize;
    serializers.set(schema, serializer);
  }
  return serializer(value);
}

/** What values may be is checked by the compiler and by tests. Here only their types matter. */
function serializableSchema(schema: z.ZodType) {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      // With a format, the text would not be escaped.
      delete jsonSchema.format;
      delete jsonSchema.pattern;
      delete jsonSchema.const;
      // In a union, null would not be one of the values.
      delete jsonSchema.enum;
      const { anyOf } = jsonSchema;
      const [value, none] = anyOf ?? [];
      if (anyOf?.length === 2 && none?.type === 'null') {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, value, { nullable: true });
      }
    },
  }) as Schema;
}
