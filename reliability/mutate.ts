import type { Random } from './random.ts';
import type { RawRequest } from './raw-request.ts';

type Mutation = (request: RawRequest, random: Random) => RawRequest;

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Values that a field does not expect. JSON texts, because some cannot be written from a value. */
const STRANGE_VALUES = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '"   "',
  '-1',
  '0',
  '1.5',
  '1e308',
  '-9007199254740993',
  '99999999999999999999999999',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\u202e\\u2066x"',
  '"__proto__"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"$ne":null}',
  '["a","b"]',
  nested(15),
  nested(5000),
  '"\' or 1=1 --"',
  '"2026-02-30"',
  '"0000-00-00"',
  '"+275760-09-13T00:00:00.000Z"',
  '"99:99"',
  '"../../etc/passwd"',
  '"00000000-0000-0000-0000-000000000000"',
  '"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"',
  JSON.stringify('a'.repeat(6000)),
  JSON.stringify('\u0301'.repeat(3000)),
  JSON.stringify('ﷺ'.repeat(3000)),
  JSON.stringify('x'.repeat(300_000)),
];

const textOf = ({ body }: RawRequest) => body?.toString() ?? '';
const withText = (request: RawRequest, text: string): RawRequest => ({ ...request, body: Buffer.from(text) });

function parsed(request: RawRequest): Record<string, unknown> | undefined {
  try {
    const text = textOf(request);
    // JSON.stringify cannot write what is nested this deep.
    const value: unknown = text.includes(nested(100)) ? undefined : JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the value of one field, at any depth. */
const strangeField: Mutation = (request, random) => {
  const value = parsed(request) ?? { name: 1, patientId: 1 };
  const placeholder = `here-${random.uuid()}`;
  let target: Record<string, unknown> = value;
  for (let depth = 0; depth < 3; depth++) {
    const keys = Object.keys(target);
    if (keys.length === 0) break;
    const key = random.pick(keys);
    const inner = target[key];
    if (typeof inner !== 'object' || inner === null || Object.keys(inner).length === 0 || random.isLucky(0.3)) {
      target[key] = placeholder;
      break;
    }
    target = inner as Record<string, unknown>;
  }
  return withText(
    request,
    JSON.stringify(value).replace(`"${placeholder}"`, () => random.pick(STRANGE_VALUES)),
  );
};

const missingField: Mutation = (request, random) => {
  const value = parsed(request) ?? {};
  delete value[random.pick([...Object.keys(value), ''])];
  return withText(request, JSON.stringify(value));
};

const extraFields: Mutation = (request, random) => {
  const text = JSON.stringify(parsed(request) ?? {});
  const extra = `"owner_id":"${random.uuid()}","role":"admin","__proto__":{"a":1},"toString":1`;
  return withText(request, text === '{}' ? `{${extra}}` : `${text.slice(0, -1)},${extra}}`);
};

const wholeBody: Mutation = (request, random) => withText(request, random.pick(STRANGE_VALUES));

const brokenJson: Mutation = (request, random) => {
  const text = textOf(request) || '{"name":"Rosa"}';
  const at = random.below(text.length);
  return withText(
    request,
    random.pick([text.slice(0, at), `${text}}`, `${text.slice(0, at)}\u0000${text.slice(at)}`, `'${text}'`]),
  );
};

const brokenUtf8: Mutation = (request, random) => {
  const bytes = Buffer.from(textOf(request) || '{"name":"Rosa Díaz"}');
  const at = random.below(bytes.length);
  bytes.set([random.pick([0xff, 0xc0, 0xed, 0xf8, 0x80])], at);
  return { ...request, body: bytes };
};

const contentType: Mutation = (request, random) => {
  const type = random.pick([
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/json;;;',
    'x',
    '',
  ]);
  return {
    ...request,
    headers: { ...request.headers, 'content-type': type },
    body: request.body ?? Buffer.from('--x\r\n'),
  };
};

const method: Mutation = (request, random) => ({
  ...request,
  method: random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND', 'TRACE']),
});

const path: Mutation = (request, random) => {
  const [place = '', query] = request.path.split('?');
  const parts = place.split('/');
  parts[2 + random.below(Math.max(1, parts.length - 2))] = random.pick([
    'a'.repeat(3000),
    'a'.repeat(14_000),
    'a'.repeat(20_000),
    '%00',
    '%E0%A4%A',
    '%2e%2e%2f',
    '..',
    '',
    ';x=1',
    '%F0%9F%98%80',
    "'%20or%201=1--",
    'can-create',
    '-1',
    'null',
  ]);
  return { ...request, path: query === undefined ? parts.join('/') : `${parts.join('/')}?${query}` };
};

const query: Mutation = (request, random) => {
  const names = [
    'search',
    'page',
    'limit',
    'date',
    'query',
    'offset',
    'sort',
    'hardDelete',
    'data.id',
    '__proto__',
    'a[b]',
  ];
  const values = [
    '',
    '-1',
    '0',
    '1e9',
    'NaN',
    '%00',
    '%ff',
    'x'.repeat(5000),
    '%F0%9F%98%80',
    '2026-02-30',
    '%25',
    '%5B%5D',
    '[object',
  ];
  const pairs = Array.from({ length: 1 + random.below(6) }, () => `${random.pick(names)}=${random.pick(values)}`);
  return { ...request, path: `${request.path.split('?')[0]}?${pairs.join('&')}` };
};

const hugeBody: Mutation = (request, random) =>
  withText(request, JSON.stringify({ name: 'x'.repeat(random.pick([120_000, 140_000, 1_100_000, 5_000_000])) }));

const headers: Mutation = (request, random) => {
  const [name, value] = random.pick([
    ['authorization', 'Bearer'],
    ['authorization', 'Basic YTpi'],
    ['authorization', `Bearer ${'x'.repeat(5000)}`],
    ['authorization', 'Bearer a.b.c'],
    ['accept', 'text/html'],
    ['accept-encoding', 'br;q=nan'],
    ['if-none-match', '*'],
    ['range', 'bytes=0-1'],
    ['x-forwarded-for', '::1, not an address'],
    ['x-http-method-override', 'DELETE'],
    ['content-encoding', 'gzip'],
    ['cookie', 'x'.repeat(9000)],
    ['origin', 'https://example.com'],
  ] as const);
  return { ...request, headers: { ...request.headers, [name]: value } };
};

const MUTATIONS: readonly Mutation[] = [
  strangeField,
  strangeField,
  strangeField,
  strangeField,
  missingField,
  extraFields,
  wholeBody,
  brokenJson,
  brokenUtf8,
  contentType,
  method,
  path,
  query,
  query,
  hugeBody,
  headers,
];

/** Breaks a valid request in one or two ways. */
export function mutate(request: RawRequest, random: Random): RawRequest {
  const once = random.pick(MUTATIONS)(request, random);
  return random.isLucky(0.2) ? random.pick(MUTATIONS)(once, random) : once;
}
