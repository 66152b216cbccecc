/** Without requestIdleCallback, in Safari. */
const IDLE_DELAY = 200;

const isLoaded = () => document.readyState === 'complete';

/** Runs once the document is loaded and the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(run);
      cancel = () => cancelIdleCallback(handle);
    } else {
      const timer = setTimeout(run, IDLE_DELAY);
      cancel = () => clearTimeout(timer);
    }
  };
  if (isLoaded()) wait();
  else {
    window.addEventListener('load', wait, { once: true });
    cancel = () => window.removeEventListener('load', wait);
  }
  return () => cancel();
}
