import { z } from 'zod';
import type { Access, AssistantUse, Endpoint } from '#contract/endpoint';
import { ErrorReply } from '#contract/errors';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

const ERROR = json({ $ref: '#/components/schemas/Error' });

/** The OpenAPI 3.1 document of the schemas that validate requests and replies. */
export function openApiDocument(operations: Readonly<Record<string, Endpoint>>, publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, endpoint] of Object.entries(operations)) {
    const methods = paths[endpoint.path] ?? {};
    methods[endpoint.method.toLowerCase()] = { operationId, ...operationOf(endpoint) };
    paths[endpoint.path] = methods;
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
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'El valor de METRICS_TOKEN' },
      },
    },
  };
}

/** The scheme of each access. */
const SECURITY: Record<Access, Record<string, never[]>[]> = {
  public: [],
  professional: [{ bearer: [] }],
  admin: [{ bearer: [] }],
  assistant: [{ bearer: [] }],
  monitoring: [{ metricsToken: [] }],
};

/** How assistants may call the endpoint. Undefined where nobody signs in. */
function assistantUse({ access, assistants }: Endpoint): AssistantUse | 'none' | undefined {
  if (access === 'assistant') return 'own-account';
  return access === 'professional' || access === 'admin' ? (assistants ?? 'none') : undefined;
}

const PROFESSIONAL_PARAMETER = {
  name: 'X-Professional',
  in: 'header',
  description: 'Para qué profesional. Obligatorio para una persona de secretaría; para las demás no cambia nada.',
  required: false,
  schema: { type: 'string', format: 'uuid' },
};

function operationOf(endpoint: Endpoint) {
  const use = assistantUse(endpoint);
  const namesProfessional = use !== undefined && use !== 'none' && use !== 'own-account';
  const isEmpty = endpoint.reply instanceof z.ZodUndefined;
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/').find((part) => part !== '' && part !== 'api') ?? 'api'],
    security: SECURITY[endpoint.access],
    'x-access': endpoint.access,
    ...(use ? { 'x-assistants': use } : {}),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(namesProfessional ? [PROFESSIONAL_PARAMETER] : []),
    ],
    ...(endpoint.body
      ? { requestBody: { required: !endpoint.body.isOptional(), ...bodyOf(endpoint, endpoint.body) } }
      : {}),
    responses: {
      [isEmpty ? 204 : (endpoint.status ?? 200)]: { description: 'Correcto', ...(isEmpty ? {} : replyOf(endpoint)) },
      default: { description: 'Rechazado, con su razón en español', ...ERROR },
    },
  };
}

/** A file has no schema: its media type says what it is. */
function replyOf({ file, storedTypes, text, reply }: Endpoint) {
  if (file) return { content: { [file.type]: {} } };
  if (storedTypes) return { content: Object.fromEntries(storedTypes.map((type) => [type, {}])) };
  return text ? { content: { [text]: { schema: { type: 'string' } } } } : json(schemaOf(reply, 'output'));
}

function bodyOf({ upload, formPage }: Endpoint, body: z.ZodType) {
  if (!upload) {
    const { content } = json(schemaOf(body, 'input'));
    const form = formPage ? { 'application/x-www-form-urlencoded': content['application/json'] } : {};
    return { content: { ...content, ...form } };
  }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const { properties, required } = schemaOf(body, 'input');
  const schema = { type: 'object', properties: { ...properties, [upload]: file }, required };
  return { content: { 'multipart/form-data': { schema } } };
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
