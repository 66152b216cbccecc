import { benchAccessLog } from './access-log.ts';
import { benchBooking } from './booking.ts';
import { benchCharges } from './charges.ts';
import { benchCie10 } from './cie10.ts';
import { benchDay } from './day.ts';
import { benchDocuments } from './documents.ts';
import { benchEditor } from './editor.ts';
import { benchLanding } from './landing.ts';
import { benchLayoutShift } from './layout-shift.ts';
import { benchMe } from './me.ts';
import { atMost, type Figure, median } from './measure.ts';
import { benchNavigation } from './navigation.ts';
import { benchPrintingLoad } from './printing-load.ts';
import { run, withDataDir } from './product.ts';
import { benchReception } from './reception.ts';
import { benchRecordSearch } from './record-search.ts';
import { benchRecords } from './records.ts';
import { benchReminders } from './reminders.ts';
import { benchRequests } from './requests.ts';
import { benchUsers } from './users.ts';
import { benchWeek } from './week.ts';

const START_ROUNDS = 3;

/** Measures the time from `npm start` to the first healthy response, with an existing data directory. */
const benchStart = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    const start = () => run(['npm', 'start'], { DATA_DIR: dataDir }, '/api/health');
    await (await start()).stop();
    const seconds: number[] = [];
    for (let round = 0; round < START_ROUNDS; round++) {
      const before = performance.now();
      const product = await start();
      seconds.push((performance.now() - before) / 1000);
      await product.stop();
    }
    return [atMost('second start to healthy', median(seconds), 2, 's')];
  });

/** Usage: `npm run bench`, or `npm run bench -- me`. The exit code is 1 when a goal is missed. */
const BENCHES = {
  me: benchMe,
  start: benchStart,
  landing: benchLanding,
  navigation: benchNavigation,
  'layout-shift': benchLayoutShift,
  week: benchWeek,
  reception: benchReception,
  editor: benchEditor,
  records: benchRecords,
  'record-search': benchRecordSearch,
  'access-log': benchAccessLog,
  cie10: benchCie10,
  reminders: benchReminders,
  booking: benchBooking,
  charges: benchCharges,
  documents: benchDocuments,
  printing: benchPrintingLoad,
  users: benchUsers,
  requests: benchRequests,
  day: benchDay,
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
