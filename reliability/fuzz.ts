import { me } from '#contract/auth';
import { type Endpoint, fillPath } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';
import { health } from '#contract/health';
import { type Caller, type Callers, createCallers, PIXEL } from './callers.ts';
import { endpointOf, isDescription, jsonOf, replyProblem } from './check-reply.ts';
import { send } from './client.ts';
import { done, type Figure, zero } from './figures.ts';
import { collectionOf, generateInput, type Known } from './generate.ts';
import { mutate } from './mutate.ts';
import { startProduct, withFolder } from './product.ts';
import { createRandom, type Random } from './random.ts';
import { type RawAnswer, type RawRequest, reproduction, sendRaw } from './raw-request.ts';

const AT_ONCE = 8;
const METRICS_TOKEN = 'token-de-las-metricas';
const SHOWN_PROBLEMS = 20;
/** These load the whole catalogue, which takes seconds. */
const EXPENSIVE = ['/api/admin/cie10/initialize', '/api/admin/expand-cie10'];
const EXPENSIVE_SHARE = 0.1;
/** The texts of other endpoints are of the account, which administrators and verification pages show. */
const CLINICAL =
  /^\/api\/(patients|appointments|clinical-notes|addenda|certificates|certificate-templates|note-templates|prescription-favourites)/;
/** Collections whose records are listed and added under those of another. */
const NESTED: Record<string, string> = { notes: 'clinical-notes', addenda: 'addenda', attachments: 'attachments' };

interface Options {
  requests: number;
  seed: number;
}

/** Sends random requests to every endpoint, valid and broken, and checks every answer. */
export const runFuzz = ({ requests, seed }: Options): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    await using product = await startProduct(dataDir, { METRICS_TOKEN });
    const callers = await createCallers(product.url);
    const random = createRandom(seed);
    const problems = { failed: 0, schema: 0, leaks: 0, unanswered: 0, hung: 0 };
    const statuses = new Map<number, number>();
    const succeeded = new Set<Endpoint>();
    const withoutInput = new Set<string>();
    let shown = 0;
    let sent = 0;
    const count = (kind: keyof typeof problems, what: string, caller: Caller, request: RawRequest) => {
      problems[kind] += 1;
      shown += 1;
      if (shown <= SHOWN_PROBLEMS) console.log(`  ${what}, as ${caller.name}: ${reproduction(request)}`);
    };

    const sendOne = async (index: number) => {
      const endpoint = nextEndpoint(index, random);
      const caller = callerFor(endpoint, callers, random);
      const valid = validRequest(endpoint, caller, callers, random);
      if (!valid) {
        withoutInput.add(`${endpoint.method} ${endpoint.path}`);
        return;
      }
      const isValid = index % 2 === 0;
      const request = isValid ? valid : mutate(valid, random);
      const answer = await sendRaw(product.url, request);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 0) {
        if (answer.problem === 'aborted' && (await hasEndedSession(product.url, request))) return;
        count(answer.problem === 'no answer in time' ? 'hung' : 'unanswered', answer.problem ?? '', caller, request);
        return;
      }
      if (answer.status >= 500) count('failed', `status ${answer.status} ${answer.body}`, caller, request);
      const problem = isDescription(request) ? undefined : replyProblem(request, answer);
      if (problem) count('schema', problem, caller, request);
      const leaks = callers.leaksTo(caller, request.body?.toString() ?? '', answer.body.toString());
      if (leaks.length > 0) count('leaks', `leaked ${leaks.slice(0, 3)}`, caller, request);
      if (answer.status < 300) {
        succeeded.add(endpoint);
        learnFrom(request, answer, caller, callers);
      }
      if (answer.status === 401 && caller.person && isValid) await caller.person.signIn();
    };

    const work = async () => {
      for (let index = sent++; index < requests; index = sent++) {
        await sendOne(index);
        if ((index + 1) % 1000 === 0) console.log(`  ${index + 1} requests`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    for (const { code, output } of product.endings) console.log(`  the product ended with ${code}: ${output}`);
    const isHealthy = (await send(product.url, health)).isOk;
    const untried = ENDPOINTS.filter((endpoint) => !succeeded.has(endpoint)).map(
      ({ method, path }) => `${method} ${path}`,
    );
    if (withoutInput.size > 0) console.log(`  no valid input was found for ${[...withoutInput].join(', ')}`);
    if (untried.length > 0) console.log(`  never succeeded: ${untried.join(', ')}`);
    const byStatus = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
    return [
      done(
        `requests to ${ENDPOINTS.length} endpoints, half from their schemas and half against them (seed ${seed})`,
        requests,
      ),
      done('answers by status', byStatus.join(', ')),
      done('endpoints that answered with success at least once', succeeded.size),
      zero('answers of 500 and above', problems.failed),
      zero('answers that are neither in their reply schema nor in the error schema', problems.schema),
      zero('answers with an id or a text of another professional', problems.leaks),
      zero('requests without an answer in 29 s', problems.hung),
      zero('connections closed without an answer', problems.unanswered),
      zero('ends of the process', product.endings.length + (isHealthy ? 0 : 1)),
      zero('endpoints without a valid request', withoutInput.size),
    ];
  });

/** An export breaks off when the session that began it ends, as other requests of the caller may do. */
async function hasEndedSession(url: string, { headers }: RawRequest): Promise<boolean> {
  const answer = await sendRaw(url, { method: me.method, path: me.path, headers, body: undefined });
  return answer.status === 401;
}

function nextEndpoint(index: number, random: Random): Endpoint {
  const next = ENDPOINTS[Math.floor(index / 2) % ENDPOINTS.length] as Endpoint;
  const isSkipped = EXPENSIVE.includes(next.path) && !random.isLucky(EXPENSIVE_SHARE);
  return isSkipped ? random.pick(ENDPOINTS.filter(({ path }) => !EXPENSIVE.includes(path))) : next;
}

/** Mostly one who may call the endpoint. */
function callerFor({ access }: Endpoint, { all }: Callers, random: Random): Caller {
  const isFitting = ({ name }: Caller) => (access === 'admin' ? name === 'administrator' : /^(ana|berta)$/.test(name));
  return random.pick(random.isLucky(0.6) ? all.filter(isFitting) : all);
}

function validRequest(endpoint: Endpoint, caller: Caller, callers: Callers, random: Random): RawRequest | undefined {
  const known = callers.knownTo(caller, random, CLINICAL.test(endpoint.path));
  const input = generateInput(endpoint, known, random);
  if (!input) return undefined;
  const query = new URLSearchParams(input.query).toString();
  const path = fillPath(endpoint.path, input.params) + (query ? `?${query}` : '');
  const token = endpoint.access === 'monitoring' && random.isLucky(0.5) ? METRICS_TOKEN : caller.person?.token();
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  if (endpoint.upload) {
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const body = formOf(endpoint.upload, known, random);
    return { method: endpoint.method, path, headers: { ...headers, 'content-type': type }, body };
  }
  if (input.body === undefined) return { method: endpoint.method, path, headers, body: undefined };
  const body = Buffer.from(JSON.stringify(input.body));
  return { method: endpoint.method, path, headers: { ...headers, 'content-type': 'application/json' }, body };
}

const BOUNDARY = 'limite';

/** Some name a note, which attachments alone read. */
function formOf(field: string, known: Known, random: Random): Buffer {
  const file = random.isLucky(0.7) ? PIXEL : Buffer.from(random.uuid().repeat(random.below(1000)));
  const part = (head: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
  const notes = known.idsOf('clinical-notes');
  const note = notes.length > 0 && random.isLucky(0.3) ? `${part('name="noteId"')}${random.pick(notes)}\r\n` : '';
  const start = `${note}${part(`name="${field}"; filename="${known.mark}.png"\r\ncontent-type: image/png`)}`;
  return Buffer.concat([Buffer.from(start), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

/** Remembers the ids in an answer, so that later requests reach records that exist. */
function learnFrom(request: RawRequest, answer: RawAnswer, caller: Caller, callers: Callers): void {
  const endpoint = endpointOf(request.method, request.path);
  if (!endpoint || !answer.type.startsWith('application/json')) return;
  const reply = jsonOf(answer.body);
  const isOfPatient = endpoint.path.includes('certificates/patient');
  const nested = isOfPatient ? 'certificates' : NESTED[endpoint.path.split('/').at(-1) ?? ''];
  const collection = nested ?? collectionOf(endpoint.path);
  const records = Array.isArray(reply) ? reply : ((reply as { patients?: unknown[] })?.patients ?? [reply]);
  const isOwnAccount = /^\/api\/(auth|account)\//.test(endpoint.path);
  if (isOwnAccount || collection === 'cie10') return;
  const ids = records.slice(0, 20).flatMap((one) => (one as { _id?: string })?._id ?? []);
  // The callers' own accounts must survive the administrator.
  if (collection !== 'users' || caller.name !== 'administrator') callers.learn(caller, collection, ids);
}
