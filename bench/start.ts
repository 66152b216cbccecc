import { atMost, type Figure, median } from './measure.ts';
import { run, withDataDir } from './product.ts';

const ROUNDS = 3;

/** Measures the time from `npm start` to the first healthy response, with an existing data directory. */
export const benchStart = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    const start = () => run(['npm', 'start'], { DATA_DIR: dataDir }, '/api/health');
    await (await start()).stop();
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = performance.now();
      const product = await start();
      seconds.push((performance.now() - before) / 1000);
      await product.stop();
    }
    return [atMost('second start to healthy', median(seconds), 2, 's')];
  });
