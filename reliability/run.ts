import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { describeRun } from '../tools/describe-run.ts';
import { runBooking } from './booking.ts';
import { runClock } from './clock.ts';
import { runCrashes } from './crashes.ts';
import { runDisk } from './disk.ts';
import type { Figure } from './figures.ts';
import { runFuzz } from './fuzz.ts';
import { runOutage } from './outage.ts';
import { type Result, writeReport } from './report.ts';
import { runRolling } from './rolling.ts';
import { runSoak } from './soak.ts';
import { runStandby } from './standby.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    kills: { type: 'string', default: '100' },
    writers: { type: 'string', default: '50' },
    'outage-seconds': { type: 'string', default: '60' },
    requests: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '15' },
    promotions: { type: 'string', default: '5' },
    restarts: { type: 'string', default: '5' },
    races: { type: 'string', default: '6' },
  },
});
const seed = Number(values.seed);

/** Usage: `npm run test:long`, or `npm run test:long -- fuzz crashes`. Options reduce the counts, for development. */
const SCENARIOS: Record<string, () => Promise<Figure[]>> = {
  crashes: () => runCrashes({ kills: Number(values.kills), writers: Number(values.writers), seed }),
  outage: () => runOutage({ outageSeconds: Number(values['outage-seconds']), seed }),
  standby: () => runStandby({ rounds: Number(values.promotions), seed }),
  rolling: () => runRolling({ rounds: Number(values.restarts), seed }),
  booking: () => runBooking({ races: Number(values.races), seed }),
  disk: () => runDisk({ seed }),
  clock: () => runClock({ seed }),
  fuzz: () => runFuzz({ requests: Number(values.requests), seed }),
  soak: () => runSoak({ minutes: Number(values.minutes), seed }),
};

const unknown = positionals.filter((name) => !(name in SCENARIOS));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The scenarios are ${Object.keys(SCENARIOS).join(', ')}`);
  process.exit(1);
}

const COUNTS = [
  '--kills',
  '--writers',
  '--outage-seconds',
  '--requests',
  '--minutes',
  '--promotions',
  '--restarts',
  '--races',
];
const isReduced = process.argv.some((argument) => COUNTS.some((name) => argument.startsWith(name)));
const run = describeRun();
const results: Result[] = [];
for (const [scenario, measure] of Object.entries(SCENARIOS)) {
  if (positionals.length > 0 && !positionals.includes(scenario)) continue;
  console.log(`${scenario} (seed ${seed})`);
  const startedAt = performance.now();
  const figures = await measure();
  results.push({ scenario, figures, seconds: (performance.now() - startedAt) / 1000 });
  for (const { name, value, expected, isMet } of figures) {
    console.log(`  ${isMet ? 'ok    ' : 'FAILED'} ${name}: ${value}${expected && ` (${expected})`}`);
  }
  if (!isReduced) await writeReport(results, Object.keys(SCENARIOS), run);
}
process.exit(results.every(({ figures }) => figures.every(({ isMet }) => isMet)) ? 0 : 1);
