declare global {
  /** The script with which a page of this version starts. The build fills in both constants. */
  const __APP_ENTRY__: string;
  /** The scripts, style sheets and fonts of the application. */
  const __APP_FILES__: readonly string[];
}

/** Has only what is the same for everybody: built files, and the shell without data. */
const CACHE = 'built-files';
const SHELL = '/dashboard';
const THEME = '/theme.js';

/** Keeps the files of this version beside the files of earlier versions, whose pages may still be open. */
export async function keepBuild(): Promise<void> {
  const cache = await caches.open(CACHE);
  const kept = new Set(await keptPaths(cache));
  const missing = __APP_FILES__.filter((path) => !kept.has(path));
  await Promise.all([...missing, THEME].map(async (path) => cache.put(path, await fetchBuilt(path))));
  const shell = await fetchBuilt(SHELL);
  // While servers are restarted one after the other, a server of another version may answer. The browser retries.
  if (!(await shell.clone().text()).includes(__APP_ENTRY__)) throw new Error(`${SHELL} belongs to another version`);
  // Kept last, so that the shell never refers to files that are not kept.
  await cache.put(SHELL, shell);
}

const TYPES: Record<string, RegExp> = {
  js: /^(?:text|application)\/javascript\b/,
  css: /^text\/css\b/,
  woff2: /^font\/woff2\b/,
};
const PAGE = /^text\/html\b/;

/** A sign-in page of a network or the error of a proxy is not a built file, and would be kept in its place. */
async function fetchBuilt(path: string): Promise<Response> {
  const response = await fetch(path);
  const expected = path === SHELL ? PAGE : TYPES[path.slice(path.lastIndexOf('.') + 1)];
  const isExpected = expected?.test(response.headers.get('content-type') ?? '') === true;
  if (!response.ok || response.redirected || !isExpected) throw new Error(`${path} did not arrive`);
  return response;
}

/** The server decides what the page is. The kept shell opens only when no server answers. */
export async function openApp(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => undefined);
  // A proxy answers 502 to 504 while the server restarts.
  if (response && response.status < 500) return response;
  return (await findKept(SHELL)) ?? response ?? Response.error();
}

/** The name of a built file has its hash, so a kept file is never out of date. */
export const readAsset = async (request: Request): Promise<Response> => (await findKept(request)) ?? fetch(request);

export async function readThemeScript(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => undefined);
  return response ?? (await findKept(THEME)) ?? Response.error();
}

export async function removeEarlierBuilds(): Promise<void> {
  const cache = await caches.open(CACHE);
  const present = new Set([...__APP_FILES__, THEME, SHELL]);
  for (const path of await keptPaths(cache)) if (!present.has(path)) await cache.delete(path);
}

const keptPaths = async (cache: Cache): Promise<string[]> =>
  (await cache.keys()).map(({ url }) => new URL(url).pathname);

const findKept = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { cacheName: CACHE, ignoreVary: true });
