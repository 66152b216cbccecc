import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium } from '@playwright/test';
import { login, register, SignedIn } from '#contract/auth';
import { browserOptions } from './browser.ts';

/** `node tools/screenshots.ts URL FOLDER`: the pages of a running server in two widths and both themes. */
const [url = 'http://localhost:3000', folder = 'screenshots'] = process.argv.slice(2);

const PUBLIC = ['/', '/login', '/register', '/recuperar-contrasena', '/terminos', '/privacidad', '/soporte', '/nada'];
const SIGNED_IN = ['/dashboard', '/dashboard/agenda'];
const WIDTHS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ ...browserOptions(), args: ['--no-sandbox', '--disable-gpu'] });
const storageState = await signedIn();
for (const [size, viewport] of Object.entries(WIDTHS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const shoot = async (paths: string[], options: BrowserContextOptions) => {
      const context = await browser.newContext({ viewport, colorScheme, locale: 'es-CL', ...options });
      const page = await context.newPage();
      for (const path of paths) {
        await page.goto(url + path, { waitUntil: 'networkidle' });
        const name = path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-');
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true });
      }
      await context.close();
    };
    await shoot(PUBLIC, {});
    await shoot(SIGNED_IN, { storageState });
  }
}
await browser.close();

async function signedIn() {
  const person = { email: `capturas-${Date.now()}@ejemplo.cl`, password: 'clave-de-prueba' };
  const profile = { name: 'Dra. Camila Fuentealba', rut: '12.345.678-5', specialty: 'Medicina familiar' };
  const place = { profession: 'Médicos/as', city: 'Valdivia', region: 'Región de Los Ríos' };
  const post = (path: string, body: unknown) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  await post(register.path, { ...person, ...profile, ...place });
  const session = SignedIn.parse(await (await post(login.path, person)).json());
  const localStorage = [
    { name: 'accessToken', value: session.accessToken },
    { name: 'refreshToken', value: session.refreshToken },
  ];
  return { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] };
}
