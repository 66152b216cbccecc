import { MAX_ATTACHMENT_BYTES } from '#contract/attachments';

export interface Upload {
  id: number;
  name: string;
  size: number;
  status: 'waiting' | 'sending' | 'failed';
  /** How much was sent, from 0 to 1. */
  part: number;
  /** Why it failed. */
  problem?: string;
  /** Whether another attempt may succeed. */
  canRetry?: boolean;
}

interface SendOptions {
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

interface QueueOptions {
  send: (file: File, options: SendOptions) => Promise<unknown>;
  /** The reason in Spanish, and whether another attempt may succeed. */
  explain: (error: unknown) => { problem: string; canRetry: boolean };
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** More would not be faster: the server reads the files of an account one after the other. */
const AT_ONCE = 2;
const TOO_LARGE = 'Pesa más de 15 MB. Redúcelo o divídelo en partes.';
const HEIC =
  'Está en formato HEIC. En el iPhone elige Ajustes, Cámara, Formatos, «Más compatible», o envíala como JPEG.';

/** Sends files, two at once and the others after them. It goes on when the page that began it is left. */
export function createUploadQueue({ send, explain }: QueueOptions) {
  let uploads: readonly Upload[] = [];
  const files = new Map<number, File>();
  const controllers = new Map<number, AbortController>();
  const listeners = new Set<() => void>();
  let lastId = 0;

  const set = (next: readonly Upload[]) => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const change = (id: number, changes: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const remove = (id: number) => {
    files.delete(id);
    set(uploads.filter((upload) => upload.id !== id));
  };

  function sendNext(): void {
    const next = uploads.find(({ status }) => status === 'waiting');
    if (!next || controllers.size >= AT_ONCE) return;
    void begin(next.id);
    sendNext();
  }

  async function begin(id: number): Promise<void> {
    const file = files.get(id);
    const controller = new AbortController();
    controllers.set(id, controller);
    change(id, { status: 'sending', part: 0 });
    try {
      if (file) await send(file, { signal: controller.signal, onProgress: (part) => change(id, { part }) });
      remove(id);
    } catch (error) {
      // A cancelled upload is no longer in the list.
      if (!controller.signal.aborted) change(id, { status: 'failed', ...explain(error) });
    } finally {
      controllers.delete(id);
      sendNext();
    }
  }

  return {
    add(added: readonly File[]): void {
      const described = added.map((file): Upload => {
        lastId += 1;
        files.set(lastId, file);
        const upload = { id: lastId, name: file.name, size: file.size, part: 0 } as const;
        const problem = problemOf(file);
        return problem ? { ...upload, status: 'failed', problem } : { ...upload, status: 'waiting' };
      });
      set([...uploads, ...described]);
      sendNext();
    },
    /** Stops an upload, or removes a failed one from the list. */
    cancel(id: number): void {
      controllers.get(id)?.abort();
      remove(id);
    },
    retry(id: number): void {
      change(id, { status: 'waiting', part: 0 });
      sendNext();
    },
    uploads: () => uploads,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What is known without the server. It decides by the content. */
function problemOf({ name, size, type }: File): string | undefined {
  if (size > MAX_ATTACHMENT_BYTES) return TOO_LARGE;
  return /hei[cf]$/i.test(type || name) ? HEIC : undefined;
}
