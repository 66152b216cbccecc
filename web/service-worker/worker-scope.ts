/** The part of the global scope that the worker uses: TypeScript's types of workers conflict with its types of pages. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface WorkerClient {
  readonly url: string;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}

interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}

interface ClientMessageEvent extends ExtendableEvent {
  readonly data: unknown;
  readonly source: WorkerClient | null;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ClientMessageEvent;
  push: PushEvent;
  notificationclick: NotificationEvent;
}

interface WorkerScope {
  readonly clients: {
    claim(): Promise<void>;
    openWindow(address: string): Promise<unknown>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WorkerClient[]>;
  };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
}

export const worker = globalThis as unknown as WorkerScope;
