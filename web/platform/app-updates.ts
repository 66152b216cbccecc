const WORKER = '/service-worker.js';
const CHECK_INTERVAL_MS = 60 * 60 * 1000;

/** The worker names its version by the script with which pages of the version start. */
const namedEntry = (data: unknown): string | undefined =>
  typeof data === 'object' && data && 'entry' in data && typeof data.entry === 'string' ? data.entry : undefined;

const isOwnVersion = (entry: string): boolean =>
  [...document.scripts].some((script) => script.getAttribute('src') === entry);

/**
 * Registers the service worker when the page has loaded, and calls the listener when the server has another version than
 * this page. Returns a function that stops listening.
 */
export function watchUpdates(onNewVersion: (entry: string) => void): () => void {
  // Without https a browser has no service workers. The development server serves none.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => undefined;
  const { serviceWorker } = navigator;
  const listen = ({ data }: MessageEvent) => {
    const entry = namedEntry(data);
    if (entry && !isOwnVersion(entry)) onNewVersion(entry);
  };
  // The browser looks for a new worker when it loads a document, which the application seldom does.
  const check = async () => (await serviceWorker.getRegistration())?.update().catch(() => undefined);
  const register = () => {
    serviceWorker.register(WORKER).catch(() => undefined);
    // A new worker may have announced its version before this page listened.
    void serviceWorker.ready.then(({ active }) => active?.postMessage('version'));
  };
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS);
  serviceWorker.addEventListener('message', listen);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
  return () => {
    clearInterval(timer);
    removeEventListener('load', register);
    serviceWorker.removeEventListener('message', listen);
  };
}
