import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { inviteAssistant } from '#contract/assistants';
import { login, SignedIn } from '#contract/auth';
import { UNSTATED } from '#contract/legal-entity';
import { buildApp } from '#server/app';
import { startRefused } from '#server/platform/start-refused';
import { testBrowserOptions } from '../browser.ts';
import { PASSWORD, PROFESSIONALS, type Professional } from '../demo/accounts.ts';
import { ASSISTANT } from '../demo/assistants.ts';
import { openDemoDatabase } from '../demo/database.ts';
import { openDemoDeps } from '../demo/deps.ts';
import { seedDemo } from '../demo/seed.ts';

const WEB = join(import.meta.dirname, '../../web/dist');
/** A Tuesday morning. With a day of its own a picture changes only when the product does. */
const NOW = new Date('2026-03-17T14:10:00Z');
const PUBLIC_URL = 'https://ficha.example.cl';
/** Enough for every picture. */
const SIZE = { share: 0.3, days: 6 };

/** Who looks at a screen: the featured professional, the assistant, or somebody without a session. */
export type Viewer = 'professional' | 'assistant' | 'guest';

export interface DemoBrowser {
  /** A context of the browser for each viewer, at the time of the demonstration. */
  contexts: Record<Viewer, BrowserContext>;
  /** What the API answers to the featured professional. */
  read(path: string): Promise<Response>;
  /** The path of an invitation that nobody has accepted. */
  invitation: string;
}

/** The demonstration on a fixed day, in this process, and a browser. Disposing of the stack ends both. */
export async function openDemoBrowser(parts: AsyncDisposableStack): Promise<DemoBrowser> {
  if (!existsSync(join(WEB, 'pages.json'))) throw startRefused('The web is not built: run npm run build');
  const dataDir = await mkdtemp(join(tmpdir(), 'ficha-pictures-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const handles = await openDemoDatabase(dataDir, console.error, parts);
  const now = () => NOW;
  const demo = await openDemoDeps({ handles, dataDir, publicUrl: PUBLIC_URL, now }, parts);
  await seedDemo(demo, NOW, SIZE);

  const app = await buildApp(demo.deps, {
    logLevel: 'silent',
    rateLimit: false,
    metricsToken: undefined,
    trustProxy: undefined,
    publicUrl: PUBLIC_URL,
    legalEntity: UNSTATED,
    isDemo: false,
    hasServiceWorker: true,
    webFolder: WEB,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  parts.defer(() => app.close());
  const browser = await chromium.launch({
    ...testBrowserOptions(),
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  });
  parts.defer(() => browser.close());

  const [professional] = PROFESSIONALS;
  if (!professional) throw new Error('there is no professional');
  const session = await signIn(url, professional.profile.email);
  const headers = { authorization: `Bearer ${session.accessToken}` };
  return {
    contexts: {
      professional: await openContext(browser, url, session),
      assistant: await openContext(browser, url, await signIn(url, ASSISTANT.email)),
      guest: await openContext(browser, url),
    },
    read: (path) => fetch(url + path, { headers }),
    invitation: await invite(url, headers, professional.invites),
  };
}

/** A new link replaces the link of the demonstration. */
async function invite(url: string, headers: Record<string, string>, invited: Professional['invites']): Promise<string> {
  const reply = await fetch(url + inviteAssistant.path, {
    method: inviteAssistant.method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(invited),
  });
  return new URL(inviteAssistant.reply.parse(await reply.json()).url).pathname;
}

async function openContext(browser: Browser, url: string, session?: SignedIn): Promise<BrowserContext> {
  const tokens = session && { accessToken: session.accessToken, refreshToken: session.refreshToken };
  const localStorage = Object.entries(tokens ?? {}).map(([name, value]) => ({ name, value }));
  const storageState = { cookies: [], origins: [{ origin: url, localStorage }] };
  const context = await browser.newContext({
    baseURL: url,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState,
  });
  await context.clock.setFixedTime(NOW);
  return context;
}

async function signIn(url: string, email: string): Promise<SignedIn> {
  const reply = await fetch(url + login.path, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return SignedIn.parse(await reply.json());
}
