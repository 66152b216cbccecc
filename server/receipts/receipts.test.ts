import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteUser } from '#contract/admin';
import { createAppointment } from '#contract/agenda';
import type { Diagnosis } from '#contract/charge-diagnosis';
import {
  type Charge,
  type NewCharge,
  putChargeDiagnosis,
  putInvoiceNumber,
  voidCharge,
  voidChargePayment,
} from '#contract/charges';
import { verifyDocument } from '#contract/documents';
import { deletePatient } from '#contract/patients';
import { printReceipt } from '#contract/receipts';
import { createShare, getSharedDocument } from '#contract/shares';
import { newAssistant } from '#server/testing/assistants';
import { charge, pay } from '#server/testing/charges';
import { damage } from '#server/testing/damage';
import { codeOn, wordsOf } from '#server/testing/pdf-programs';
import { purgeClosed } from '#server/testing/purge-closed';
import { openAs, tokenIn } from '#server/testing/shares';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { verifySignature } from '#server/testing/verify-signature';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional({
    name: 'Ana Pérez Soto',
    rnpi: '763509',
    profession: 'Psicólogos/as',
    city: 'Punta Arenas',
  });
  await ana.pays();
});
afterAll(() => testApp.close());

const DIAGNOSIS: Diagnosis = { code: 'F41.1', description: 'Trastorno de ansiedad generalizada' };
const paid = { amount: 25_000, method: 'bono' as const, reference: '778899', date: '2026-01-15' };

type Sender = Pick<typeof ana, 'send'>;

/** The receipt of a charge as a file. */
async function print(id: string, { send }: Sender = ana) {
  const { status, headers, body, error } = await send(printReceipt, { params: { id } });
  return { status, headers, error: error.code, pdf: body as unknown as Uint8Array };
}
const words = async (id: string, sender: Sender = ana) => wordsOf((await print(id, sender)).pdf);
const paidCharge = (details: Partial<NewCharge> = {}) => charge(ana, { payment: paid, ...details });
const REFUSED = /accepts no (update|delete)/;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const verify = async (pdf: Uint8Array) =>
  (await testApp.send(verifyDocument, { params: { code: await codeOn(pdf) } })).body;

const diagnose = ({ _id: id }: Charge, diagnosis: Diagnosis | null = DIAGNOSIS) =>
  ana.send(putChargeDiagnosis, { params: { id }, body: { diagnosis } });

const voidPayment = ({ _id, payments }: Charge, { send }: Sender = ana) =>
  send(voidChargePayment, {
    params: { id: _id, paymentId: payments[0]?._id ?? '' },
    body: { reason: 'Se registró dos veces' },
  });

describe('a receipt', () => {
  test('says what an insurer asks for, signed and verifiable', async () => {
    const patient = await ana.hasPatient({ name: 'Rosa Díaz Güiraldes' });
    const { _id } = await paidCharge({ patientId: patient._id, concept: 'Consulta de psicología', amount: 40_000 });
    await pay(ana, _id, { amount: 5000, method: 'transfer', reference: '0042', date: '2026-01-20' });
    await ana.send(putInvoiceNumber, { params: { id: _id }, body: { invoiceNumber: '1207' } });
    const { status, headers, pdf } = await print(_id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="comprobante-${_id}.pdf"`,
      'cache-control': 'no-store',
    });
    expect(await verifySignature(pdf)).toMatchObject({ isValid: true, coversWholeFile: true });
    const text = await wordsOf(pdf);
    for (const part of [
      'Ana Pérez Soto Psicólogo/a',
      'REG-SIS N° (RNPI): 763509',
      'Punta Arenas',
      'Comprobante de Pago',
      'Folio: COB-',
      'Rosa Díaz Güiraldes',
      'Fecha de la atención 15/01/2026',
      'Concepto Consulta de psicología',
      'Boleta de honorarios N° 1207',
      'Monto cobrado $40.000',
      '15/01/2026 $25.000 Bono, folio 778899',
      '20/01/2026 $5.000 Transferencia, referencia 0042',
      'Total pagado $30.000',
      'Pendiente $10.000',
      'Este comprobante no reemplaza la boleta de honorarios.',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Diagnóstico');
    expect(await verify(pdf)).toMatchObject({
      valid: true,
      kind: 'receipt',
      type: 'Comprobante de Pago',
      folio: expect.stringMatching(/^COB-\d{4}-\d{6}-[0-9A-F]{12}$/),
      fileHash: sha256(pdf),
      patientInitials: 'R. D. G.',
      professional: { name: 'Ana Pérez Soto', profession: 'Psicólogo/a', rnpi: '763509' },
    });
    expect(await verify(pdf)).not.toHaveProperty('voidedAt');
  });

  test.each([
    ['attended', 'Fecha de la atención', '09:30'],
    ['scheduled', 'Hora reservada', '10:30'],
    ['cancelled', 'Hora cancelada', '11:30'],
    ['no-show', 'Hora sin asistencia', '12:30'],
  ])('of a visit that is %s says %s', async (status, label, time) => {
    const { _id: patientId } = await ana.hasPatient();
    const visit = { patientId, date: '2030-01-07', time };
    const { body: appointment } = await ana.send(createAppointment, { body: visit });
    const { _id } = await paidCharge({ patientId, appointmentId: appointment._id });
    await testApp.sql`update appointments set status = ${status} where id = ${appointment._id}`;
    const text = await words(_id);
    expect(text).toContain(`${label} 07/01/2030, ${time} horas`);
    expect(text).toContain('Fecha del cobro 15/01/2026');
  });

  test('is refused before anything is paid, and for a void charge', async () => {
    const open = await charge(ana);
    expect((await print(open._id)).error).toBe('NOTHING_PAID');
    await ana.send(voidCharge, { params: { id: open._id }, body: { reason: 'No vino' } });
    expect(await print(open._id)).toMatchObject({ status: 409, error: 'CHARGE_VOID' });
    const returned = await paidCharge();
    await voidPayment(returned);
    expect(await print(returned._id)).toMatchObject({ status: 409, error: 'NOTHING_PAID' });
  });

  test('of another professional and of nobody is not found', async () => {
    const carla = await testApp.newProfessional();
    const { _id } = await paidCharge();
    expect((await print(_id, carla)).status).toBe(404);
    expect((await print('0197a000-0000-7000-8000-0000000000f1')).status).toBe(404);
  });

  test('is the same file while it says the same, and another with its own folio when it does not', async () => {
    const made = await paidCharge({ amount: 40_000 });
    const prints = await Promise.all(Array.from({ length: 6 }, () => print(made._id)));
    const files = new Set(prints.map(({ pdf }) => sha256(pdf)));
    expect(files.size).toBe(1);
    const [first] = prints;
    await pay(ana, made._id, { amount: 1000 });
    const second = await print(made._id);
    expect(sha256(second.pdf)).not.toBe(sha256(first?.pdf as Uint8Array));
    expect(sha256((await print(made._id)).pdf)).toBe(sha256(second.pdf));
    const [one, other] = [await verify(first?.pdf as Uint8Array), await verify(second.pdf)];
    expect(other.folio).not.toBe(one.folio);
    expect(one).not.toHaveProperty('voidedAt');
    const receipts = await testApp.sql<{ id: string }[]>`select id from receipts where charge_id = ${made._id}`;
    const documents = await testApp.sql`
      select id from documents where source_id = any (${receipts.map(({ id }) => id)}::uuid[])`;
    expect([receipts.length, documents.length]).toEqual([2, 2]);
  });

  test('is stored encrypted, and its hash tells no diagnosis', async () => {
    const made = await paidCharge({ concept: 'Terapia de pareja' });
    await diagnose(made);
    await print(made._id);
    const [row] = await testApp.sql<[{ snapshot: Buffer; salt: Buffer; id: string; content_hash: Buffer }]>`
      select snapshot, salt, id, content_hash from receipts where charge_id = ${made._id}`;
    expect(row.snapshot.toString('latin1')).not.toMatch(/Terapia|F41/);
    const decrypt = (column: 'snapshot' | 'salt') =>
      testApp.deps.cipher.decrypt(row[column], { table: 'receipts', column, owner: ana.user._id, row: row.id });
    const snapshot = decrypt('snapshot');
    expect(JSON.parse(snapshot)).toMatchObject({ content: { concept: 'Terapia de pareja', diagnosis: DIAGNOSIS } });
    expect(snapshot).toContain(decrypt('salt'));
    expect(row.content_hash.toString('hex')).toBe(sha256(Buffer.from(snapshot)));
  });

  test('of a deleted patient shows the name that the charge has', async () => {
    const patient = await ana.hasPatient({ name: 'Rosa Díaz' });
    const { _id } = await paidCharge({ patientId: patient._id });
    await ana.send(deletePatient, { params: { id: patient._id } });
    const text = await words(_id);
    expect(text).toContain('Rosa Díaz');
    expect(text).not.toContain('Fecha de nacimiento');
  });

  test('that cannot be decrypted is not printed', async () => {
    const made = await paidCharge();
    await diagnose(made);
    await damage(testApp.sql, 'charges', 'diagnosis', made._id);
    expect((await print(made._id)).error).toBe('UNDECRYPTABLE');
  });

  test('prints hostile texts as they were written', async () => {
    const concept = `<b>'); drop table receipts;-- "\\) >> endobj ${'%'} شكرا`;
    const { _id } = await paidCharge({ concept, payment: { ...paid, reference: '</script>&#39; 漢' } });
    const { pdf } = await print(_id);
    expect(await verifySignature(pdf)).toMatchObject({ isValid: true });
    const text = await wordsOf(pdf);
    expect(text).toContain(`<b>'); drop table receipts;-- "\\) >> endobj %`);
    expect(text).toContain('folio </script>&#39; [U+6F22]');
  });
});

describe('the diagnosis', () => {
  test('is on the receipt only when the professional added it to this charge', async () => {
    const made = await paidCharge();
    const plain = await print(made._id);
    await diagnose(made);
    const diagnosed = await print(made._id);
    expect(await wordsOf(diagnosed.pdf)).toContain('Diagnóstico (CIE-10) F41.1 - Trastorno de ansiedad generalizada');
    expect((await verify(diagnosed.pdf)).folio).not.toBe((await verify(plain.pdf)).folio);
    await diagnose(made, null);
    expect(sha256((await print(made._id)).pdf)).toBe(sha256(plain.pdf));
  });
});

describe('an assistant', () => {
  test('with the right prints the receipt without its diagnosis', async () => {
    const marta = (await newAssistant(testApp, [ana])).for(ana);
    const made = await paidCharge();
    await diagnose(made);
    const diagnosed = await print(made._id);
    const printed = await print(made._id, marta);
    expect(printed.status).toBe(200);
    const text = await wordsOf(printed.pdf);
    expect(text).toContain('Ana Pérez Soto');
    expect(text).toContain('REG-SIS N° (RNPI): 763509');
    expect(text).not.toMatch(/F41|Diagnóstico/);
    expect(sha256((await print(made._id, marta)).pdf)).toBe(sha256(printed.pdf));
    expect(sha256((await print(made._id)).pdf)).toBe(sha256(diagnosed.pdf));
    expect((await verify(printed.pdf)).professional?.name).toBe('Ana Pérez Soto');
    const [entry] = await testApp.sql<[{ actor_id: string }]>`
      select actor_id from audit_entries where act = 'document.printed' and owner_id = ${ana.user._id}
         and actor_id <> owner_id`;
    expect(entry).toBeDefined();
  });

  test('gets the file of the professional when it says the same', async () => {
    const marta = (await newAssistant(testApp, [ana])).for(ana);
    const made = await paidCharge();
    const { pdf } = await print(made._id);
    expect(sha256((await print(made._id, marta)).pdf)).toBe(sha256(pdf));
  });

  test('without the right, or of another professional, is refused', async () => {
    const made = await paidCharge();
    const carla = await testApp.newProfessional();
    const without = await newAssistant(testApp, [ana], { canCharge: false });
    expect((await print(made._id, without.for(ana))).error).toBe('ASSISTANT_FORBIDDEN');
    expect((await print(made._id, without.for(carla))).error).toBe('ASSISTANT_FORBIDDEN');
    const ofCarla = await newAssistant(testApp, [carla]);
    expect((await print(made._id, ofCarla.for(carla))).status).toBe(404);
  });

  test('voids a receipt with a diagnosis without reading it', async () => {
    const marta = (await newAssistant(testApp, [ana])).for(ana);
    const made = await paidCharge();
    await diagnose(made);
    const { pdf } = await print(made._id);
    expect((await voidPayment(made, marta)).status).toBe(200);
    expect((await verify(pdf)).voidedAt).toBeDefined();
  });
});

describe('a voided payment', () => {
  test('voids the receipts that show it, and no other', async () => {
    const made = await paidCharge({ amount: 40_000 });
    const first = await print(made._id);
    const { body: more } = await pay(ana, made._id, { amount: 1000 });
    const second = await print(made._id);
    const untouched = await print((await paidCharge())._id);
    await ana.send(voidChargePayment, {
      params: { id: made._id, paymentId: more.payments[1]?._id ?? '' },
      body: { reason: 'Error' },
    });
    expect(await verify(first.pdf)).not.toHaveProperty('voidedAt');
    expect(await verify(second.pdf)).toMatchObject({ valid: true, voidedAt: expect.any(String) });
    expect(await verify(untouched.pdf)).not.toHaveProperty('voidedAt');
    expect(sha256((await print(made._id)).pdf)).toBe(sha256(first.pdf));
    await voidPayment(made);
    expect((await verify(first.pdf)).voidedAt).toBeDefined();
  });

  test('makes another receipt when the same is registered again', async () => {
    const made = await paidCharge();
    const first = await print(made._id);
    await voidPayment(made);
    await pay(ana, made._id, paid);
    const second = await print(made._id);
    expect(sha256(second.pdf)).not.toBe(sha256(first.pdf));
    expect(await verify(second.pdf)).not.toHaveProperty('voidedAt');
  });

  test('while the receipt is printed leaves no receipt that verifies as valid', async () => {
    for (let round = 0; round < 3; round++) {
      const made = await paidCharge();
      const [printed] = await Promise.all([print(made._id), voidPayment(made)]);
      if (printed.status === 200) expect((await verify(printed.pdf)).voidedAt).toBeDefined();
      else expect(['NOTHING_PAID', 'RECEIPT_VOID']).toContain(printed.error);
      const [row] = await testApp.sql<[{ valid: number }]>`
        select count(*)::int as valid from receipts where charge_id = ${made._id} and voided_at is null`;
      expect(row.valid).toBe(0);
    }
  });
});

describe('the database', () => {
  test('prints a receipt once, voids it once, and deletes it with the account only', async () => {
    const made = await paidCharge();
    await print(made._id);
    const { sql } = testApp;
    const { _id } = made;
    await expect(sql`update receipts set code_hash = sha256('x') where charge_id = ${_id}`).rejects.toThrow(REFUSED);
    await expect(sql`delete from receipts where charge_id = ${_id}`).rejects.toThrow(REFUSED);
    await voidPayment(made);
    await expect(sql`update receipts set voided_at = null where charge_id = ${_id}`).rejects.toThrow(REFUSED);
    await expect(sql`update receipts set voided_at = now() where charge_id = ${_id}`).rejects.toThrow(REFUSED);
  });
});

test('no document but a receipt can be voided', async () => {
  const made = await paidCharge();
  await print(made._id);
  const [row] = await testApp.sql<{ codeHash: Buffer }[]>`
    insert into verifications
    select (jsonb_populate_record(v, jsonb_build_object('kind', 'certificate', 'code_hash', sha256(code_hash)))).*
      from verifications v where code_hash = (select code_hash from receipts where charge_id = ${made._id})
    returning code_hash as "codeHash"`;
  const pool = testApp.connections.as('ficha_assistant', 1);
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`set local app.owner = '${ana.user._id}'`);
  const attempt = client.query('update verifications set voided_at = now() where code_hash = $1', [row?.codeHash]);
  await expect(attempt).rejects.toThrow(REFUSED);
  client.release(true);
  await pool.end();
});

describe('a deleted account', () => {
  test('leaves its receipts verifiable without names, and void ones void', async () => {
    const rosa = await testApp.newProfessional();
    await rosa.pays();
    const [kept, voided] = [await charge(rosa, { payment: paid }), await charge(rosa, { payment: paid })];
    const [valid, other] = [(await print(kept._id, rosa)).pdf, (await print(voided._id, rosa)).pdf];
    await voidPayment(voided, rosa);
    const admin = await testApp.newAdmin();
    await admin.send(deleteUser, { params: { id: rosa.user._id } });
    await purgeClosed(testApp, rosa);
    for (const pdf of [valid, other]) {
      expect(await verify(pdf)).toMatchObject({ kind: 'receipt', issuer: 'closed', fileHash: sha256(pdf) });
      expect(await verify(pdf)).not.toHaveProperty('patientInitials');
    }
    expect(await verify(valid)).not.toHaveProperty('voidedAt');
    expect((await verify(other)).voidedAt).toBeDefined();
  });
});

describe('a link for the patient', () => {
  test('has the receipt as it is printed', async () => {
    const patient = await ana.hasPatient({ name: 'Rosa Díaz' });
    const made = await paidCharge({ patientId: patient._id });
    const documents = [{ kind: 'receipt' as const, id: made._id }];
    const created = await ana.send(createShare, { params: { id: patient._id }, body: { documents, days: 7 } });
    expect(created.status).toBe(201);
    const token = tokenIn(created.body.url);
    const { ticket, documentId } = await openAs(testApp, token, patient.birthDate);
    const file = await testApp.send(getSharedDocument, { params: { token, documentId } }, ticket);
    const { pdf } = await print(made._id);
    expect(sha256(file.body as unknown as Uint8Array)).toBe(sha256(pdf));
    expect(file.headers['content-disposition']).toMatch(/comprobante-COB-/);
  });

  test('is refused before anything is paid, for another patient, and for a charge of another professional', async () => {
    const patient = await ana.hasPatient({ name: 'Luis Rojas' });
    const open = await charge(ana, { patientId: patient._id });
    const other = await paidCharge();
    const carla = await testApp.newProfessional();
    const ofCarla = await charge(carla, { payment: paid });
    for (const [id, error] of [
      [open._id, 'NOTHING_PAID'],
      [other._id, 'NOT_FOUND'],
      [ofCarla._id, 'NOT_FOUND'],
    ] as const) {
      const documents = [{ kind: 'receipt' as const, id }];
      const refused = await ana.send(createShare, { params: { id: patient._id }, body: { documents, days: 7 } });
      expect(refused.error.code).toBe(error);
    }
  });
});
