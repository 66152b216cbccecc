import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { fillPath } from '#contract/endpoint';
import { createPatient } from '#contract/patients';
import { searchRecord } from '#contract/record-search';
import { createFieldCipher, keyRing } from '#server/platform/crypto/field-cipher';
import { makeDataKeys } from '#server/platform/crypto/keys';
import { superuserPassword } from '#server/platform/embedded-postgres/embedded-password';
import { cpuTime } from './cpu-time.ts';
import { atMost, type Figure, median } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { signIn } from './sign-in.ts';

const MANY = 10_000;
const FEW = 1000;
const ROUNDS = 9;

const PARAGRAPH =
  'Paciente refiere cefalea holocránea de intensidad moderada, sin náuseas ni fotofobia. Examen neurológico sin ' +
  'focalidad, presión arterial normal. Se indica reposo relativo, hidratación y control si no mejora. ';

/** Searches a record of 10,000 notes and one of 1,000 for a word that none has, so that all of it is read. */
export const benchRecordSearch = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir }, '/api/health');
    const times: Record<number, number[]> = { [FEW]: [], [MANY]: [] };
    const records: { size: number; patientId: string; authorization: string }[] = [];
    for (const size of [FEW, MANY]) {
      const { accessToken, user } = await signIn(product.url, `con-${size}@ejemplo.cl`);
      const authorization = `Bearer ${accessToken}`;
      const reply = await fetch(product.url + createPatient.path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Rosa Díaz', rut: '1-9', birthDate: '1980-05-10' }),
      });
      const { _id: patientId } = createPatient.reply.parse(await reply.json());
      await fillNotes(dataDir, { owner: user._id, patientId, size });
      records.push({ size, patientId, authorization });
    }
    let busy = 0;
    // The first round warms up caches and query plans.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { size, patientId, authorization } of records) {
        const path = `${fillPath(searchRecord.path, { id: patientId })}?query=apendicitis`;
        const busyBefore = await busyMs(product.pid);
        const before = performance.now();
        const reply = await fetch(product.url + path, { headers: { authorization } });
        const { results, truncated } = searchRecord.reply.parse(await reply.json());
        if (results.length > 0 || truncated) throw new Error('the search found what is not there');
        if (round > 0) times[size]?.push(performance.now() - before);
        if (round > 0 && size === MANY) busy += (await busyMs(product.pid)) - busyBefore;
      }
    }
    const [ofFew, ofMany] = [median(times[FEW] ?? []), median(times[MANY] ?? [])];
    console.log(`search in a record: ${ofMany.toFixed(0)} ms with ${MANY} notes, ${ofFew.toFixed(0)} ms with ${FEW}`);
    console.log(`server and database: ${(busy / ROUNDS).toFixed(0)} ms of CPU with ${MANY} notes`);
    return [
      atMost(`search in a record of ${MANY} notes, median`, ofMany / 1000, 1, 's'),
      atMost(`search in a record, time with ${MANY} notes over ${FEW}`, ofMany / ofFew, 15, ''),
    ];
  });

async function busyMs(pid: number): Promise<number> {
  const { serverMs, databaseMs } = await cpuTime(pid);
  return serverMs + databaseMs;
}

async function fillNotes(dataDir: string, record: { owner: string; patientId: string; size: number }): Promise<void> {
  const { owner, patientId, size } = record;
  const { encrypt } = createFieldCipher(keyRing(await makeDataKeys({ dataDir })));
  const password = await superuserPassword(dataDir);
  const client = new pg.Client({ host: `${dataDir}/run`, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (let from = 0; from < size; from += 500) {
    const ids = Array.from({ length: 500 }, () => randomUUID());
    const note = {
      reason: 'Control',
      anamnesis: PARAGRAPH.repeat(5),
      diagnoses: [{ text: 'Cefalea' }],
      prescriptions: [],
    };
    const contents = ids.map((row) =>
      encrypt(JSON.stringify(note), { table: 'clinical_notes', column: 'content', owner, row }),
    );
    await client.query(
      `insert into clinical_notes
         (owner_id, id, patient_id, status, content, preview, version, created_at, updated_at, recorded_at)
       select $1, id, $2, 'draft', content, content, 1, now() - number * interval '1 minute', now(), now()
         from unnest($3::uuid[], $4::bytea[]) with ordinality as one (id, content, number)`,
      [owner, patientId, ids, contents],
    );
  }
  await client.query('analyze clinical_notes');
  await client.end();
}
