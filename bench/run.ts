import { benchCie10 } from './cie10.ts';
import { benchDocuments } from './documents.ts';
import { benchLanding } from './landing.ts';
import { benchMe } from './me.ts';
import { benchPrintingLoad } from './printing-load.ts';
import { benchRecords } from './records.ts';
import { benchStart } from './start.ts';
import { benchUsers } from './users.ts';

/** Usage: `npm run bench`, or `npm run bench -- me`. The exit code is 1 when a goal is missed. */
const BENCHES = {
  me: benchMe,
  start: benchStart,
  landing: benchLanding,
  records: benchRecords,
  cie10: benchCie10,
  documents: benchDocuments,
  printing: benchPrintingLoad,
  users: benchUsers,
};

const chosen = process.argv.slice(2);
let isMissed = false;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  for (const figure of await bench()) {
    const value = `${Number(figure.value.toFixed(3))} ${figure.unit}`.trim();
    console.log(`${figure.isMet ? 'ok    ' : 'MISSED'} ${figure.name}: ${value} (${figure.goal})`);
    isMissed ||= !figure.isMet;
  }
}
process.exitCode = isMissed ? 1 : 0;
