import { join } from 'node:path';
import { me } from '#contract/auth';
import { atLeast, type Figure, median, throughput } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { signIn } from './sign-in.ts';

const ROUNDS = 3;

/** Compares `GET /api/auth/me` with a bare server that runs the same SQL. Rounds alternate, so noise affects both. */
export const benchMe = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir }, '/api/health');
    const { accessToken } = await signIn(product.url, 'ana@ejemplo.cl');
    const payload = accessToken.split('.')[1] ?? '';
    const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string };
    const socket = join(dataDir, 'run');
    await using bare = await run(['node', 'bench/bare-server.ts'], { SOCKET: socket, SESSION: sid }, '/');

    const ofProduct: number[] = [];
    const ofBare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ofBare.push(await throughput(bare.url));
      ofProduct.push(await throughput(product.url + me.path, { authorization: `Bearer ${accessToken}` }));
    }
    console.log(`me: ${Math.round(median(ofProduct))} requests/s, bare server: ${Math.round(median(ofBare))}`);
    return [atLeast('GET /api/auth/me, share of a bare server', median(ofProduct) / median(ofBare), 0.5, '')];
  });
