import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { findBrowser } from '../tools/browser.ts';

const ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const POLL_MS = 250;
const ATTEMPTS = 240;

const Message = z.object({
  id: z.number().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
});
const BrowserContext = z.object({ browserContextId: z.string() });
const Target = z.object({ targetId: z.string() });
const Session = z.object({ sessionId: z.string() });
const Evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).loose().optional(),
});
const Metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

type Send = (method: string, params?: object, sessionId?: string) => Promise<unknown>;

export interface MeasuredBrowser extends AsyncDisposable {
  /** A page of a new visitor. */
  newPage(size: { width: number; height: number }): Promise<MeasuredPage>;
}

export type MeasuredPage = Awaited<ReturnType<typeof openPage>>;

/**
 * Chromium over its own protocol, with nothing enabled but what is measured. Playwright observes the network, the console
 * and the scripts of each page, and a part of that counts as script of the page.
 */
export async function launchMeasuredBrowser(): Promise<MeasuredBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'ficha-browser-'));
  const browser = spawn(
    findBrowser() ?? 'chromium',
    [...ARGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(browser, 'exit');
  const address = await devtoolsAddress(browser.stderr);
  const connection = await connect(address);
  return {
    newPage: (size) => openPage(connection.send, size),
    [Symbol.asyncDispose]: async () => {
      connection.close();
      browser.kill('SIGTERM');
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** The browser prints it when it is ready. */
async function devtoolsAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = /^DevTools listening on (ws:\S+)$/.exec(line) ?? [];
    if (address) {
      output.resume();
      return address;
    }
  }
  throw new Error('The browser ended before it was ready');
}

async function connect(address: string): Promise<{ send: Send; close(): void }> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = Message.parse(JSON.parse(String(data)));
    if (id === undefined) return;
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  await once(socket, 'open');
  let last = 0;
  return {
    send: (method, params = {}, sessionId) => {
      const reply = Promise.withResolvers<unknown>();
      waiting.set(++last, reply);
      socket.send(JSON.stringify({ id: last, method, params, sessionId }));
      return reply.promise;
    },
    close: () => socket.close(),
  };
}

async function openPage(sendToBrowser: Send, size: { width: number; height: number }) {
  const { browserContextId } = BrowserContext.parse(await sendToBrowser('Target.createBrowserContext'));
  const target = await sendToBrowser('Target.createTarget', { url: 'about:blank', browserContextId, ...size });
  const { targetId } = Target.parse(target);
  const attached = await sendToBrowser('Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = Session.parse(attached);
  const send = (method: string, params?: object) => sendToBrowser(method, params, sessionId);

  /** Runs the function in the page with that argument. */
  async function evaluate<T, A>(fn: (argument: A) => T, argument: A): Promise<Awaited<T>> {
    const expression = `(${fn})(${JSON.stringify(argument)})`;
    const reply = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    const { result, exceptionDetails } = Evaluated.parse(reply);
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value as Awaited<T>;
  }

  async function waitUntil<A>(fn: (argument: A) => boolean, argument: A): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await evaluate(fn, argument)) return;
      await delay(POLL_MS);
    }
    throw new Error(`Waited in vain for ${fn} with ${JSON.stringify(argument)}`);
  }

  return {
    evaluate,
    waitUntil,
    open: (url: string) => send('Page.navigate', { url }),
    /** Slows the processor of the page down, and begins to count its script. */
    measureScript: async (slowdown: number) => {
      // The time of the thread: what other processes take does not count.
      await send('Performance.enable', { timeDomain: 'threadTicks' });
      await send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    },
    /** Milliseconds of script since the page was opened. */
    scriptTime: async () => {
      const { metrics } = Metrics.parse(await send('Performance.getMetrics'));
      return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
    },
    [Symbol.asyncDispose]: async () => {
      await sendToBrowser('Target.disposeBrowserContext', { browserContextId });
    },
  };
}
