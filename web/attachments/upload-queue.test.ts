import { expect, test } from 'vitest';
import { MAX_ATTACHMENT_BYTES } from '#contract/attachments';
import { createUploadQueue } from '#web/attachments/upload-queue.ts';

const file = (name: string, type = 'application/pdf') => new File(['x'], name, { type });

function queueWithHeldUploads() {
  const held = new Map<
    string,
    PromiseWithResolvers<void> & { signal: AbortSignal; onProgress: (part: number) => void }
  >();
  const queue = createUploadQueue({
    send: ({ name }, options) => {
      const made = { ...Promise.withResolvers<void>(), ...options };
      options.signal.addEventListener('abort', () => made.reject(options.signal.reason));
      held.set(name, made);
      return made.promise;
    },
    explain: (error) => ({ problem: String(error), canRetry: true }),
  });
  const states = () => Object.fromEntries(queue.uploads().map(({ name, status }) => [name, status]));
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { queue, held, states, settled };
}

test('two files are sent at once, the others after them, and progress is told', async () => {
  const { queue, held, states, settled } = queueWithHeldUploads();
  queue.add([file('a'), file('b'), file('c')]);
  expect(states()).toEqual({ a: 'sending', b: 'sending', c: 'waiting' });
  held.get('a')?.onProgress(0.5);
  expect(queue.uploads()[0]?.part).toBe(0.5);
  held.get('b')?.resolve();
  await settled();
  expect(states()).toEqual({ a: 'sending', c: 'sending' });
});

test('a failed file stays with its reason, is sent again, and the others go on', async () => {
  const { queue, held, states, settled } = queueWithHeldUploads();
  queue.add([file('a'), file('b'), file('c')]);
  held.get('a')?.reject('sin conexión');
  await settled();
  expect(states()).toEqual({ a: 'failed', b: 'sending', c: 'sending' });
  expect(queue.uploads()[0]).toMatchObject({ problem: 'sin conexión', canRetry: true });
  held.get('b')?.resolve();
  await settled();
  queue.retry(queue.uploads()[0]?.id ?? 0);
  expect(states()).toEqual({ a: 'sending', c: 'sending' });
});

test('a cancelled file is stopped and leaves its place to the next one', async () => {
  const { queue, held, states, settled } = queueWithHeldUploads();
  queue.add([file('a'), file('b'), file('c')]);
  queue.cancel(queue.uploads()[0]?.id ?? 0);
  await settled();
  expect(held.get('a')?.signal.aborted).toBe(true);
  expect(states()).toEqual({ b: 'sending', c: 'sending' });
});

test('what the server would refuse anyway is not sent', () => {
  const { queue, held } = queueWithHeldUploads();
  const large = Object.defineProperty(file('grande.pdf'), 'size', { value: MAX_ATTACHMENT_BYTES + 1 });
  queue.add([large, file('foto.HEIC', ''), file('foto', 'image/heic')]);
  expect(queue.uploads().map(({ status, problem }) => [status, problem?.slice(0, 20)])).toEqual([
    ['failed', 'Pesa más de 15 MB. R'],
    ['failed', 'Está en formato HEIC'],
    ['failed', 'Está en formato HEIC'],
  ]);
  expect(held.size).toBe(0);
});
