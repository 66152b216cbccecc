import sharp from 'sharp';
import { Registration } from '#contract/auth';
import { PROCESSING_AGREEMENT } from '#contract/processing-agreement';
import type { AppDeps } from '#server/app';
import { registerProfessional } from '#server/auth/auth.service';
import { authenticate } from '#server/auth/authenticate.service';
import { ensureAdmin } from '#server/auth/first-admin';
import { logIn } from '#server/auth/log-in.service';
import type { Owner } from '#server/auth/owner';
import { createSessionCache } from '#server/auth/session-cache';
import { createCertificateTemplate } from '#server/certificates/certificate-templates.service';
import { expandCie10, initializeCie10 } from '#server/cie10/cie10.service';
import type { Database } from '#server/platform/database/database';
import { serveAsAssistant } from '#server/platform/database/request-role';
import { acceptProcessingAgreement } from '#server/processing-agreement/processing-agreement.service';
import { setIdentity } from '#server/professional-identity/professional-identity.service';
import { toggleSignature, uploadSignature } from '#server/signature/signature.service';
import { ADMIN, PASSWORD, PROFESSIONALS, type Professional } from './accounts.ts';
import { ASSISTANT, addAssistant } from './assistants.ts';
import { type DemoStep, later } from './demo-step.ts';
import { historyOf, type Size } from './history.ts';
import { noteIncident } from './operators.ts';
import type { DemoProvider } from './payments.ts';
import { createPresets } from './presets.ts';
import { createRandom } from './random.ts';
import { type CreatedService, createServices } from './services.ts';
import { stepsOf } from './write-history.ts';

const SEED = 20_584;
const ADDRESS = '127.0.0.1';
const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const DAY_MS = 24 * 3600 * 1000;
const HOUR_MS = 3600 * 1000;
const BATCH_SIZE = 25;

export const WHOLE: Size = { share: 1, days: 45 };

interface Demo {
  deps: AppDeps;
  payments: DemoProvider;
}

/** Fills an empty installation through the services of the product, each step at its own time. */
export async function seedDemo(
  { deps, payments }: Demo,
  now: Date,
  size: Size,
  professionals = PROFESSIONALS,
): Promise<void> {
  const start = at(deps, new Date(now.getTime() - 250 * DAY_MS));
  await ensureAdmin(start, ADMIN, () => undefined);
  const admin = await ownerOf(start, ADMIN.email);
  const catalogue = initializeCie10(start, admin).then(() => expandCie10(start, admin));
  const accounts = await Promise.all(professionals.map((professional) => register(deps, professional, now)));
  await catalogue;
  const [first] = accounts;
  if (first) await noteIncident(deps, admin, first.owner, now);
  // The first invitation makes the account of the assistant, and the others find it.
  for (const account of accounts) await addAssistant(deps, account, now);
  const assistant = await signIn(at(deps, later(now, -20)), ASSISTANT.email);
  await Promise.all(
    accounts.map(async ({ owner, professional }, index) => {
      const people = { owner, assistant: await assistant(owner.id) };
      const history = historyOf(professional, now, createRandom(SEED + index), size);
      const { templates, services } = await setUp(deps, { owner, professional, admin }, now);
      const steps = [
        ...(await stepsOf(deps, { history, professional, templates, services, now })),
        ...purchases(professional, payments, now),
      ];
      const inOrder = steps.sort((one, other) => one.at.getTime() - other.at.getTime());
      for (const batch of batchesOf(inOrder)) await runBatch(deps, people, batch);
    }),
  );
}

/** Consecutive acts of the same person. An act with `isOnItsOwn` is a batch of its own. */
function batchesOf(steps: readonly DemoStep[]): DemoStep[][] {
  const batches: DemoStep[][] = [];
  for (const step of steps) {
    const last = batches.at(-1);
    const isFull = !last || last.length === BATCH_SIZE || last[0]?.isOnItsOwn;
    const isOther = Boolean(last?.[0]?.byAssistant) !== Boolean(step.byAssistant);
    if (isFull || isOther || step.isOnItsOwn) batches.push([step]);
    else last.push(step);
  }
  return batches;
}

interface People {
  owner: Owner;
  /** The assistant, acting for the owner. */
  assistant: Owner;
}

async function runBatch(deps: AppDeps, { owner, assistant }: People, batch: readonly DemoStep[]): Promise<void> {
  if (batch[0]?.byAssistant) await serveAsAssistant(() => runTogether(deps, assistant, batch));
  else await runTogether(deps, owner, batch);
}

/** The services of several steps share a transaction: a commit for each would take longer. */
async function runTogether(deps: AppDeps, owner: Owner, batch: readonly DemoStep[]): Promise<void> {
  const run = async ({ at: time, run: step }: DemoStep, tenantTransaction: AppDeps['tenantTransaction']) => {
    await step({ ...deps, tenantTransaction, now: () => time }, { ...owner, startedAt: time, provedAt: time });
  };
  const [first] = batch;
  if (first?.isOnItsOwn) return run(first, deps.tenantTransaction);
  await deps.tenantTransaction(owner.id, async (tx) => {
    const shared: Database['tenantTransaction'] = (_owner, write) => write(tx);
    for (const step of batch) await run(step, Object.assign(shared, { isLimited: true as const }));
  });
}

/** The same dependencies at another time. */
const at = (deps: AppDeps, time: Date): AppDeps => ({ ...deps, now: () => time });

async function register(deps: AppDeps, professional: Professional, now: Date) {
  const { profile, registered } = professional;
  const then = at(deps, new Date(now.getTime() - registered * DAY_MS));
  await registerProfessional(then, Registration.parse({ ...profile, password: PASSWORD }), ADDRESS);
  return { professional, owner: await ownerOf(then, profile.email) };
}

const ownerOf = async (deps: AppDeps, email: string): Promise<Owner> => (await signIn(deps, email))();

/** Logs in. Returns a function that authenticates the account, an assistant for the given professional. */
async function signIn(deps: AppDeps, email: string): Promise<(professional?: string) => Promise<Owner>> {
  const device = { address: ADDRESS, userAgent: BROWSER, token: undefined };
  const session = await logIn(deps, { email, password: PASSWORD }, device);
  if (!('accessToken' in session)) throw new Error(`${email} has a second factor`);
  const authorization = `Bearer ${session.accessToken}`;
  const sessions = createSessionCache(deps.accountChanges);
  const endpoint = { access: 'professional', assistants: 'for-professional' } as const;
  return (professional) =>
    authenticate({ ...deps, sessions }, { authorization, professional, address: ADDRESS }, endpoint);
}

interface Account {
  owner: Owner;
  professional: Professional;
  admin: Owner;
}

/** A signature as a pen writes it, drawn for the demonstration. */
const SIGNATURE = `
<svg xmlns="http://www.w3.org/2000/svg" width="520" height="200" viewBox="0 0 520 200">
  <rect width="520" height="200" fill="white"/>
  <g fill="none" stroke="#1b2a5e" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round">
    <path d="M132 48 C92 30 44 66 46 110 C48 150 96 156 128 128 C146 112 150 96 158 98 C170 102 150 132 166 132 C180 132
      186 96 196 98 C206 100 192 132 204 130 C216 128 220 98 230 98 C240 99 228 130 240 130 C254 130 262 88 270 62 C276 40
      264 38 262 62 C259 96 262 130 276 130 C290 130 296 100 308 100 C322 101 300 134 316 134 C332 134 340 112 356 104"/>
    <path d="M356 104 C380 40 420 30 414 58 C408 88 372 110 360 150 C352 178 376 150 396 128 C420 102 452 96 486 92"/>
    <path d="M70 168 C190 148 340 146 470 158"/>
  </g>
</svg>`;

/** What a professional sets up once. Returns the ids of the templates, and the services. */
async function setUp(
  deps: AppDeps,
  { owner, professional, admin }: Account,
  now: Date,
): Promise<{ templates: string[]; services: CreatedService[] }> {
  const then = at(deps, new Date(now.getTime() - professional.registered * DAY_MS + HOUR_MS));
  if (professional.isConfirmed) {
    const evidence = 'Registro Nacional de Prestadores Individuales y cédula de identidad';
    await setIdentity(then, admin, owner.id, { verified: true, evidence });
  }
  if (professional.hasSignature) {
    await uploadSignature(then, owner, await sharp(Buffer.from(SIGNATURE)).png().toBuffer());
    await toggleSignature(then, owner, true);
  }
  await acceptProcessingAgreement(then, owner, PROCESSING_AGREEMENT.version);
  await createPresets(then, owner, professional.presets);
  const services = await createServices(then, owner, professional.services);
  const templates: string[] = [];
  for (const template of professional.certificates) {
    templates.push((await createCertificateTemplate(then, owner, template))._id);
  }
  return { templates, services };
}

const purchases = (professional: Professional, payments: DemoProvider, now: Date): DemoStep[] =>
  professional.purchases.map(({ daysAgo, type, states }) => {
    const opened = now.getTime() - daysAgo * DAY_MS;
    return {
      at: new Date(opened),
      isOnItsOwn: true,
      run: async (deps, owner) => {
        const id = await payments.open(deps, owner, type);
        for (const [index, status] of states.entries()) {
          await payments.report(at(deps, new Date(opened + (index + 1) * 60_000)), id, status);
        }
      },
    };
  });
