import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { updatePersonalInfo } from '#contract/account';
import { createAddendum, finalizeAddendum } from '#contract/addenda';
import { printCertificate } from '#contract/certificates';
import { finalizeClinicalNote, printClinicalNote, printPlans, printPrescriptions } from '#contract/clinical-notes';
import { deletePatient } from '#contract/patients';
import { putPrintSettings } from '#contract/print-settings';
import { setPatientBlocked } from '#contract/rights-requests';
import * as api from '#contract/shares';
import { uploadSignature } from '#contract/signature';
import { identifier } from '#server/platform/database/sql';
import { PICTURE } from '#server/testing/full-account';
import { finalizedCertificate, share, tokenIn } from '#server/testing/shares';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

// Monday 16 November 2026, 10:10 in Santiago.
const START = new Date('2026-11-16T13:10:00Z');
const DAY_MS = 24 * 3600 * 1000;
const NOTE = {
  reason: 'Control',
  plansAndIndications: 'Dieta hiposódica',
  prescriptions: [{ medicamento: 'Losartán 50 mg' }],
};

let now = START;
let testApp: TestApp;
let ana: Person;
let patientId: string;
let birthDate: string;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => now });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  now = START;
  ana = await testApp.newProfessional({ name: 'Ana Pérez Soto' });
  await ana.pays();
  ({ _id: patientId, birthDate } = await ana.hasPatient());
});

async function comeBackAt(at: Date): Promise<void> {
  now = at;
  ana = await testApp.logIn(ana.user.email);
}

async function finalizedNote(content = NOTE) {
  const { _id: id } = await ana.hasNote({ ...content, patientId });
  await ana.send(finalizeClinicalNote, { params: { id } });
  return id;
}

const make = (documents: unknown, details: object = {}, id = patientId) =>
  ana.send(api.createShare, { params: { id }, body: { documents, days: 7, ...details } as never });
const list = async () => (await ana.send(api.listShares, { params: { id: patientId } })).body;

async function open(token: string) {
  const { body } = await testApp.send(api.openShare, { params: { token }, body: { birthDate } });
  const files = await Promise.all(
    body.documents.map(async ({ _id: documentId }) => {
      const reply = await testApp.send(api.getSharedDocument, { params: { token, documentId } }, body.ticket);
      return reply.body as unknown as Uint8Array;
    }),
  );
  return { documents: body.documents, files };
}

describe('a link', () => {
  test('has a token of 256 bits, whose hash alone is stored', async () => {
    const { status, body } = await make([await finalizedCertificate(ana, patientId)]);
    const token = tokenIn(body.url);
    expect([status, body.url, body.expiresAt]).toEqual([
      201,
      `http://localhost:3000/documentos/${token}`,
      '2026-11-23T13:10:00.000Z',
    ]);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const tables = ['shares', 'share_links', 'shared_documents', 'share_openings', 'audit_details'];
    for (const table of tables) {
      const rows = await testApp.sql`select to_jsonb(t) as row from ${identifier(table)} t`;
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });

  test('brings the files byte for byte as they are printed, in the order in which they were chosen', async () => {
    const id = await finalizedNote();
    const certificate = await finalizedCertificate(ana, patientId, 'Reposo laboral');
    const kinds = ['prescriptions', 'plans', 'clinical-note'] as const;
    const { body } = await make([certificate, ...kinds.map((kind) => ({ kind, id }))]);
    const { documents, files } = await open(tokenIn(body.url));
    expect(documents.map(({ title, date }) => [title, date])).toEqual([
      ['Reposo laboral', '2026-11-16'],
      ['Receta', '2026-11-16'],
      ['Planes e Indicaciones', '2026-11-16'],
      ['Atención Clínica', '2026-11-16'],
    ]);
    const [{ folio } = { folio: '' }] = (await list())[0]?.documents ?? [];
    expect(documents.map(({ fileName }) => fileName.replace(/-[A-Z]{3}-.*/, ''))).toEqual([
      'certificado',
      'receta',
      'indicaciones',
      'atencion-clinica',
    ]);
    expect(documents[0]?.fileName).toBe(`certificado-${folio}.pdf`);
    const printed = [
      await ana.send(printCertificate, { params: { id: certificate.id } }),
      await ana.send(printPrescriptions, { params: { id } }),
      await ana.send(printPlans, { params: { id } }),
      await ana.send(printClinicalNote, { params: { id } }),
    ];
    for (const [index, { body: pdf }] of printed.entries()) {
      expect(Buffer.compare(files[index] ?? Buffer.of(), pdf as Uint8Array), documents[index]?.title).toBe(0);
    }
  });

  test('of a professional who may not prescribe names no file receta', async () => {
    await ana.send(updatePersonalInfo, {
      body: { name: 'Ana Pérez', profession: 'Psicólogos/as', city: 'Osorno', region: 'Región de Los Lagos' },
    });
    const { body } = await make([{ kind: 'prescriptions', id: await finalizedNote() }]);
    const { documents } = await open(tokenIn(body.url));
    expect(documents).toMatchObject([{ title: 'Indicaciones', fileName: expect.stringMatching(/^indicaciones-IND-/) }]);
  });

  test('keeps its files when the signature, the account and the page change, and when the note gets an addendum', async () => {
    const id = await finalizedNote();
    const documents = (['prescriptions', 'clinical-note'] as const).map((kind) => ({ kind, id }));
    const { token } = await share(ana, patientId, { documents });
    const before = await open(token);
    await ana.send(uploadSignature, { body: { signature: PICTURE } });
    await ana.send(putPrintSettings, { body: { pageSize: 'a4' } });
    await ana.send(updatePersonalInfo, {
      body: { name: 'Ana Soto', profession: 'Médicos/as', city: 'Osorno', region: 'Región de Los Lagos' },
    });
    const { body: addendum } = await ana.send(createAddendum, {
      params: { id },
      body: { content: 'Exámenes normales' },
    });
    await ana.send(finalizeAddendum, { params: { id: addendum._id } });
    expect(await open(token)).toEqual(before);
    // A new link has the new prints.
    const after = await open((await share(ana, patientId, { documents })).token);
    for (const [index, file] of after.files.entries()) expect(file).not.toEqual(before.files[index]);
  });

  test('has each document once, however often it was chosen', async () => {
    const certificate = await finalizedCertificate(ana, patientId);
    await make([certificate, { ...certificate, id: certificate.id.toUpperCase() }]);
    expect((await list())[0]?.documents).toHaveLength(1);
  });
});

describe('a link is refused', () => {
  test('for a draft', async () => {
    const note = { kind: 'plans', id: (await ana.hasNote({ ...NOTE, patientId }))._id };
    const certificate = { kind: 'certificate', id: (await ana.hasCertificate({ patientId }))._id };
    expect((await make([note])).error.code).toBe('CLINICAL_NOTE_UNFINISHED');
    const { status, error } = await make([await finalizedCertificate(ana, patientId), certificate]);
    expect([status, error.code]).toEqual([409, 'CERTIFICATE_UNFINISHED']);
    expect(await list()).toEqual([]);
  });

  test('for a document of another patient or professional, and for an unknown document', async () => {
    const { _id: other } = await ana.hasPatient();
    const berta = await testApp.newProfessional();
    const { _id: ofBerta } = await berta.hasPatient();
    const documents = [
      await finalizedCertificate(ana, other),
      await finalizedCertificate(berta, ofBerta),
      { kind: 'prescriptions', id: crypto.randomUUID() },
    ];
    for (const document of documents) expect((await make([document])).status).toBe(404);
    expect((await make([documents[1]], {}, ofBerta)).status).toBe(404);
  });

  test('for an empty part of a note, another period, another kind, no document or too many', async () => {
    const id = await finalizedNote({ reason: 'Control' } as never);
    expect((await make([{ kind: 'plans', id }])).error.code).toBe('NO_PLANS');
    const certificate = await finalizedCertificate(ana, patientId);
    expect((await make([certificate], { days: 8 })).status).toBe(400);
    expect((await make([{ kind: 'another' as never, id }])).status).toBe(400);
    expect((await make([{ kind: 'receipt', id }])).status).toBe(404);
    expect((await make([])).status).toBe(400);
    expect((await make(Array(api.MAX_SHARED_DOCUMENTS + 1).fill(certificate))).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  test('for a blocked patient', async () => {
    const certificate = await finalizedCertificate(ana, patientId);
    await ana.send(setPatientBlocked, { params: { id: patientId }, body: { blocked: true } });
    const { status, error } = await make([certificate]);
    expect([status, error.code]).toEqual([409, 'PATIENT_BLOCKED']);
  });

  test('to be mailed where no mail is sent', async () => {
    const { status, error } = await make([await finalizedCertificate(ana, patientId)], { sendEmail: true });
    expect([status, error.code]).toEqual([503, 'MAIL_NOT_CONFIGURED']);
    expect(await list()).toEqual([]);
  });
});

describe('the list', () => {
  test('has what was sent, the newest first, until when, and each opening with a truncated address', async () => {
    const certificate = await finalizedCertificate(ana, patientId, 'Reposo laboral');
    const { token } = await share(ana, patientId, { documents: [certificate], days: 7 });
    await comeBackAt(new Date(now.getTime() + DAY_MS));
    const url = `/api/shared-documents/${token}/open`;
    await testApp.app.inject({ method: 'POST', url, payload: { birthDate }, remoteAddress: '198.51.100.77' });
    await share(ana, patientId, { days: 90 });
    const [newer, older] = await list();
    expect(newer).toMatchObject({ status: 'active', expiresAt: '2027-02-15T13:10:00.000Z', opens: 0, openings: [] });
    expect(older).toMatchObject({
      documents: [{ kind: 'certificate', title: 'Reposo laboral', folio: expect.stringMatching(/^CER-2026-/) }],
      createdAt: START.toISOString(),
      expiresAt: '2026-11-23T13:10:00.000Z',
      status: 'active',
      opens: 1,
      openings: [{ at: now.toISOString(), address: '198.51.100.0/24' }],
    });
    await comeBackAt(new Date('2026-11-23T13:10:00Z'));
    expect((await list()).map(({ status }) => status)).toEqual(['active', 'expired']);
  });

  test('counts all openings and keeps the newest hundred', async () => {
    const { id, token } = await share(ana, patientId);
    await testApp.sql`
      insert into share_openings (owner_id, id, share_id, at, network)
      select ${ana.user._id}, gen_random_uuid(), ${id}, ${now}::timestamptz - n * interval '1 minute', '203.0.113.0/24'
        from generate_series(1, ${api.KEPT_OPENINGS}::int) n`;
    await testApp.sql`update shares set opens = ${api.KEPT_OPENINGS} where id = ${id}`;
    await open(token);
    const [listed] = await list();
    expect([listed?.opens, listed?.openings.length]).toEqual([api.KEPT_OPENINGS + 1, api.KEPT_OPENINGS]);
    expect(listed?.openings[0]).toEqual({ at: now.toISOString(), address: '127.0.0.0/24' });
  });

  test('of another professional, or of a deleted patient, is unknown', async () => {
    const { id } = await share(ana, patientId);
    const berta = await testApp.newProfessional();
    expect((await berta.send(api.listShares, { params: { id: patientId } })).status).toBe(404);
    expect((await berta.send(api.revokeShare, { params: { id } })).status).toBe(404);
    await ana.send(deletePatient, { params: { id: patientId } });
    expect((await ana.send(api.listShares, { params: { id: patientId } })).status).toBe(404);
    expect((await ana.send(api.revokeShare, { params: { id } })).status).toBe(404);
  });
});

test('the access log has the link, who opened it, each download and its end', async () => {
  const { id, token } = await share(ana, patientId);
  const { documents } = await open(token);
  const [{ folio } = { folio: '' }] = (await list())[0]?.documents ?? [];
  await ana.send(api.revokeShare, { params: { id } });
  // A second one changes nothing.
  await ana.send(api.revokeShare, { params: { id } });
  await testApp.deps.accessRecorder.flush();
  const { body } = await ana.send(getPatientAccessLog, { params: { id: patientId }, query: { limit: '100' } });
  const entries = body
    .filter(({ act }) => act.startsWith('share.'))
    .map(({ act, actor, detail }) => [act, actor, detail]);
  expect(documents).toHaveLength(1);
  expect(entries.sort()).toEqual(
    [
      ['share.created', 'Ana Pérez Soto', { folios: [folio] }],
      ['share.downloaded', 'Paciente (enlace)', { folios: [folio] }],
      ['share.listed', 'Ana Pérez Soto', null],
      ['share.opened', 'Paciente (enlace)', null],
      ['share.revoked', 'Ana Pérez Soto', null],
    ].sort(),
  );
});
