import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint';
import { SLOTS } from '#contract/slots';
import { rutOf } from './client.ts';
import type { Random } from './random.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** The values that a caller knows: ids of records by their collection, and a word that marks their texts. */
export interface Known {
  idsOf(collection: string): readonly string[];
  mark: string;
  /** Values of fields by their name, as one needs them to sign in. */
  secrets: Record<string, string>;
}

export interface Generated {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

const base64Url = (random: Random, length: number): string =>
  Array.from({ length }, () => random.pick([...'0189ABYZabyz-_'])).join('');

/** Generators for fields whose rule is not in the JSON schema. */
const BY_NAME: Record<string, (random: Random) => string> = {
  rut: (random) => rutOf(random.below(80_000_000)),
  email: (random) => `persona-${random.below(1e9)}@ejemplo.cl`,
  phone: (random) => `9 ${1000 + random.below(9000)} ${1000 + random.below(9000)}`,
  // No proof of work, which the server says after the other rules.
  altcha: () => 'AAAA',
  birthDate: (random) => `${1930 + random.below(90)}-0${1 + random.below(9)}-1${random.below(9)}`,
  date: (random) => `20${26 + random.below(60)}-0${1 + random.below(9)}-1${random.below(9)}`,
  time: (random) => random.pick(SLOTS),
  startedAt: () => '2026-11-18T21:40',
  month: (random) => `20${26 + random.below(60)}-0${1 + random.below(9)}`,
  detectedAt: () => '2026-11-18T22:15',
  agencyReportedAt: () => '2026-11-19T09:00',
  professionalsReportedAt: () => '2026-11-19T09:30',
  token: (random) => base64Url(random, 43),
  accessToken: (random) => `APP_USR-${random.below(1e9)}`,
  webhookSecret: (random) => `secreto-${random.below(1e9)}`,
  code: (random) => Array.from({ length: 28 }, () => random.pick([...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'])).join(''),
};

const ID_COLLECTIONS: Record<string, string> = {
  patientId: 'patients',
  templateId: 'certificate-templates',
  noteId: 'clinical-notes',
  appointmentId: 'appointments',
};

const WORDS = [
  'Ñandú',
  'control',
  'presión',
  'José',
  'ácido',
  '½',
  '日本',
  '😀',
  'e\u0301',
  "O'Higgins",
  '--',
  '<b>',
  '%_\\',
];
/** Tries to generate accepted input. The filters of a list often accept few combinations. */
const MAX_TRIES = 500;
/** The rest of an optional object is left out half of the time. */
const KEEP_OPTIONAL = 0.5;
const LONGEST_TEXT = 0.02;

const inputSchema = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** Input that the schemas of an endpoint accept. Undefined when none was found. */
export function generateInput(endpoint: Endpoint, known: Known, random: Random): Generated | undefined {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const params = paramsOf(endpoint, known, random);
    const query = queryOf(endpoint, known, random);
    const body =
      endpoint.body && !endpoint.upload ? generateValue(inputSchema(endpoint.body), '', known, random) : undefined;
    const isAccepted =
      (endpoint.params?.safeParse(params).success ?? true) &&
      (endpoint.query?.safeParse(query).success ?? true) &&
      (endpoint.upload !== undefined || (endpoint.body?.safeParse(body).success ?? true));
    if (isAccepted) return { params, query, body };
  }
  return undefined;
}

/** 'patients' for '/api/patients/{id}' and '/api/certificates/patient/{id}'. */
export function collectionOf(path: string): string {
  const segment = /([a-z-]+)\/\{\w+\}/.exec(path)?.[1] ?? path.split('/')[2] ?? '';
  return segment === 'patient' || segment === 'user' ? `${segment}s` : segment;
}

function paramsOf({ path }: Endpoint, known: Known, random: Random): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const value = (name: string) => {
    const ids = known.idsOf(collectionOf(path));
    if (ids.length > 0 && random.isLucky(0.9)) return random.pick(ids);
    return BY_NAME[name]?.(random) ?? random.uuid();
  };
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}

function queryOf({ query }: Endpoint, known: Known, random: Random): Record<string, string> {
  if (!query) return {};
  const value = generateValue(inputSchema(query), '', known, random);
  const entries = Object.entries((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.filter(([, one]) => one !== null).map(([name, one]) => [name, String(one)]));
}

function generateValue(schema: Schema, name: string, known: Known, random: Random): unknown {
  const { anyOf, enum: options, type } = schema;
  if (schema.const !== undefined) return schema.const;
  if (options) return random.pick(options);
  if (anyOf) return generateValue(random.pick(anyOf) as Schema, name, known, random);
  if (type === 'object') return objectOf(schema, known, random);
  if (type === 'array') {
    const length = random.isLucky(LONGEST_TEXT) ? Math.min(schema.maxItems ?? 20, 100) : random.below(4);
    return Array.from({ length }, () => generateValue((schema.items ?? {}) as Schema, '', known, random));
  }
  if (type === 'string') return textOf(schema, name, known, random);
  if (type === 'integer' || type === 'number') {
    const least = Math.max(schema.minimum ?? -10, -1e9);
    return least + random.below(Math.min(schema.maximum ?? 1000, 1e9) - least + 1);
  }
  if (type === 'boolean') return random.isLucky(0.5);
  if (type === 'null') return null;
  return random.pick(['texto', 5, undefined]);
}

function objectOf(schema: Schema, known: Known, random: Random): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const kept = Object.entries(properties).filter(
    ([name]) => required.includes(name) || random.isLucky(name === '_id' ? 0.8 : KEEP_OPTIONAL),
  );
  return Object.fromEntries(kept.map(([name, one]) => [name, generateValue(one as Schema, name, known, random)]));
}

function textOf(schema: Schema, name: string, known: Known, random: Random): string {
  const secret = known.secrets[name];
  if (secret) return secret;
  const byName = BY_NAME[name];
  const ids = known.idsOf(ID_COLLECTIONS[name] ?? '');
  if (ids.length > 0) return random.pick(ids);
  if (schema.format === 'uuid') return random.uuid();
  if (byName) return byName(random);
  // Two years, so that a period between two dates is often short enough for a list.
  if (schema.format === 'date') return `202${6 + random.below(2)}-0${1 + random.below(9)}-1${random.below(9)}`;
  // What the API of a browser returns as bytes.
  if (schema.pattern?.startsWith('^[\\w-]')) return base64Url(random, 1 + random.below(40));
  const limit = schema.maxLength ?? 60;
  const words = [known.mark, ...Array.from({ length: random.below(8) }, () => random.pick(WORDS))];
  const text = words.filter(Boolean).join(' ') || 'texto';
  return (random.isLucky(LONGEST_TEXT) ? text.repeat(Math.ceil(limit / text.length)) : text)
    .slice(0, limit)
    .toWellFormed();
}
