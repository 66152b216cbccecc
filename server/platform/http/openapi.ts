import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint';
import { ErrorReply } from '#contract/errors';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

const ERROR = json({ $ref: '#/components/schemas/Error' });

/** OpenAPI 3.1 of the very schemas that validate. */
export function openApiDocument(endpoints: readonly Endpoint[], publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const operations = paths[endpoint.path] ?? {};
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint);
    paths[endpoint.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ficha Austral',
      version: '1',
      description: 'API de Ficha Austral: agenda, fichas clínicas y documentos verificables.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorReply, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operationOf(endpoint: Endpoint) {
  const answersNothing = endpoint.reply instanceof z.ZodUndefined;
  const success = answersNothing ? 204 : (endpoint.status ?? 200);
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    'x-access': endpoint.access,
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(endpoint.body ? { requestBody: { required: true, ...json(schemaOf(endpoint.body, 'input')) } } : {}),
    responses: {
      [success]: {
        description: 'Correcto',
        ...(answersNothing ? {} : json(schemaOf(endpoint.reply, 'output'))),
      },
      default: { description: 'Rechazado, con su razón en español', ...ERROR },
    },
  };
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query') {
  if (!(schema instanceof z.ZodObject)) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}
