import { join } from 'node:path';
import { login, me, register } from '#contract/auth';
import { atLeast, type Figure, median, throughput } from './measure.ts';
import { run, withDataDir } from './product.ts';

const ROUNDS = 3;

/** `GET /api/auth/me` against a bare server that runs the same SQL, in turns, so that noise strikes both. */
export const benchMe = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    const product = await run(['node', 'server/main.ts'], { DATA_DIR: dataDir }, '/api/health');
    const { accessToken } = await signIn(product.url);
    const payload = accessToken.split('.')[1] ?? '';
    const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string };
    const socket = join(dataDir, 'run');
    const bare = await run(['node', 'bench/bare-server.ts'], { SOCKET: socket, SESSION: sid }, '/');

    const ofProduct: number[] = [];
    const ofBare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ofBare.push(await throughput(bare.url));
      ofProduct.push(await throughput(product.url + me.path, { authorization: `Bearer ${accessToken}` }));
    }
    await bare.stop();
    await product.stop();
    console.log(`me: ${Math.round(median(ofProduct))} requests/s, bare server: ${Math.round(median(ofBare))}`);
    return [atLeast('GET /api/auth/me, share of a bare server', median(ofProduct) / median(ofBare), 0.5, '')];
  });

async function signIn(url: string): Promise<{ accessToken: string }> {
  const post = (path: string, body: unknown) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const credentials = { email: 'ana@ejemplo.cl', password: 'clave-de-prueba' };
  const profile = { name: 'Ana', rut: '1-9', profession: 'Médicos/as', city: 'Valdivia', region: 'Región de Los Ríos' };
  await post(register.path, { ...credentials, ...profile });
  return login.reply.parse(await (await post(login.path, credentials)).json());
}
