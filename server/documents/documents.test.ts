import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { finalizeCertificate, printCertificate } from '#contract/certificates';
import {
  finalizeClinicalNote,
  type NewClinicalNote,
  printClinicalNote,
  printPlans,
  printPrescriptions,
} from '#contract/clinical-notes';
import { verifyDocument } from '#contract/documents';
import type { Endpoint } from '#contract/endpoint';
import { deletePatient } from '#contract/patients';
import { toggleSignature } from '#contract/signature';
import { uploadSignature } from '#server/signature/signature.service';
import { codeOn, wordsOf } from '#server/testing/pdf-programs';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { verifySignature } from '#server/testing/verify-signature';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional({ name: 'Ana Pérez Soto', rnpi: '763509' });
  await ana.pays();
});
afterAll(() => testApp.close());

const NOTE = {
  reason: 'Control',
  plansAndIndications: 'Dieta hiposódica',
  prescriptions: [{ medicamento: 'Losartán 50 mg', dosis: '1 comprimido' }],
};

async function finalizedNote(content: Partial<NewClinicalNote> = NOTE) {
  const note = await ana.hasNote(content);
  return (await ana.send(finalizeClinicalNote, { params: { id: note._id } })).body;
}

async function print(endpoint: Endpoint, id: string, person = ana) {
  const { status, headers, body, error } = await person.send(endpoint, { params: { id } } as never);
  return { status, headers, pdf: body as Uint8Array, error };
}

const verify = (code: string) => testApp.send(verifyDocument, { params: { code } });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a printed document', () => {
  test.each([
    [printClinicalNote, 'atencion-clinica', 'ATN'],
    [printPlans, 'planes-indicaciones', 'IND'],
    [printPrescriptions, 'recetas', 'REC'],
  ])('of a note is a signed PDF with its name: $path', async (endpoint, name, folio) => {
    const { _id } = await finalizedNote();
    const { status, headers, pdf } = await print(endpoint, _id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}-${_id}.pdf"`,
      'cache-control': 'no-store',
    });
    expect(await verifySignature(pdf)).toMatchObject({ isValid: true, coversWholeFile: true });
    expect(await wordsOf(pdf)).toContain(`${folio}-`);
  });

  test('of a certificate too', async () => {
    const { _id } = await ana.hasCertificate({ title: 'Asistencia', content: 'Asistió hoy a control.' });
    await ana.send(finalizeCertificate, { params: { id: _id } });
    const { headers, pdf } = await print(printCertificate, _id);
    expect(headers['content-disposition']).toBe(`attachment; filename="certificado-${_id}.pdf"`);
    expect(await wordsOf(pdf)).toContain('Asistió hoy a control.');
  });

  test('is the same file every time, also for ten simultaneous requests', async () => {
    const { _id } = await finalizedNote();
    const prints = await Promise.all(Array.from({ length: 10 }, () => print(printClinicalNote, _id)));
    expect(new Set(prints.map(({ pdf }) => sha256(pdf))).size).toBe(1);
    expect(sha256((await print(printClinicalNote, _id)).pdf)).toBe(sha256(prints[0]?.pdf as Uint8Array));
    const rows = await testApp.sql<
      { id: string; file: Buffer }[]
    >`select id, file from documents where source_id = ${_id}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.file.includes('PDF')).toBe(false);
    const [acts] = await testApp.sql<[{ count: number }]>`
      select count(*)::int from audit_entries where act = 'document.printed' and subject_id = ${rows[0]?.id}`;
    expect(acts.count).toBe(11);
  });

  test('is printed again from its file: neither the snapshot nor the signature is decrypted', async () => {
    const carla = await testApp.newProfessional();
    const note = await carla.hasNote(NOTE);
    await carla.send(finalizeClinicalNote, { params: { id: note._id } });
    const certificate = await carla.hasCertificate({ patientId: note.patientId });
    await carla.send(finalizeCertificate, { params: { id: certificate._id } });
    const picture = sharp({ create: { width: 20, height: 8, channels: 3, background: '#104050' } });
    const owner = { id: carla.user._id } as Parameters<typeof uploadSignature>[1];
    await uploadSignature(testApp.deps, owner, await picture.png().toBuffer());

    const spies = [vi.spyOn(testApp.deps.cipher, 'decrypt'), vi.spyOn(testApp.deps.cipher, 'decryptBytes')];
    const decrypted = () =>
      spies.flatMap(({ mock }) => mock.calls.splice(0)).map(([, { table, column }]) => `${table}.${column}`);
    try {
      for (const [endpoint, id] of [
        [printClinicalNote, note._id],
        [printPlans, note._id],
        [printPrescriptions, note._id],
        [printCertificate, certificate._id],
      ] as const) {
        const first = await print(endpoint, id, carla);
        expect(decrypted()).toContain(`${endpoint === printCertificate ? 'certificates' : 'clinical_notes'}.record`);
        const again = await print(endpoint, id, carla);
        expect(decrypted()).toEqual(['documents.file']);
        expect(sha256(again.pdf)).toBe(sha256(first.pdf));
      }
    } finally {
      vi.restoreAllMocks();
    }
  });

  test('with another signature is another document, and only prescriptions show one', async () => {
    const { _id } = await finalizedNote();
    const bare = await print(printPrescriptions, _id);
    const note = await print(printClinicalNote, _id);
    const picture = sharp({ create: { width: 200, height: 80, channels: 4, background: '#104050' } });
    const owner = { id: ana.user._id } as Parameters<typeof uploadSignature>[1];
    await uploadSignature(testApp.deps, owner, await picture.png().toBuffer());

    const signed = await print(printPrescriptions, _id);
    expect(sha256(signed.pdf)).not.toBe(sha256(bare.pdf));
    expect(sha256((await print(printClinicalNote, _id)).pdf)).toBe(sha256(note.pdf));
    await ana.send(toggleSignature, { body: { useSignature: false } });
    expect(sha256((await print(printPrescriptions, _id)).pdf)).toBe(sha256(bare.pdf));
    for (const { pdf } of [bare, signed]) {
      expect((await verify(await codeOn(pdf))).body).toMatchObject({ valid: true, fileHash: sha256(pdf) });
    }
  });

  test('is refused for a draft, for an empty part and for an unknown note', async () => {
    const draft = await ana.hasNote(NOTE);
    const early = await print(printClinicalNote, draft._id);
    expect(early.status).toBe(409);
    expect(early.error.error).toBe('La nota debe estar finalizada para generar PDF');
    const certificate = await ana.hasCertificate();
    const earlyToo = await print(printCertificate, certificate._id);
    expect(earlyToo.status).toBe(409);
    expect(earlyToo.error.error).toBe('El certificado debe estar finalizado para generar PDF');

    const { _id } = await finalizedNote({ reason: 'Control' });
    const plans = await print(printPlans, _id);
    expect(plans.status).toBe(400);
    expect(plans.error.error).toBe('No hay planes e indicaciones disponibles para imprimir en esta nota clínica');
    const prescriptions = await print(printPrescriptions, _id);
    expect(prescriptions.status).toBe(400);
    expect(prescriptions.error.error).toBe('No hay recetas disponibles para imprimir en esta nota clínica');

    const stranger = await testApp.newProfessional();
    expect((await print(printClinicalNote, _id, stranger)).status).toBe(404);
  });

  test('is refused with 503 when too many are waiting, and later printed with the folio that was reserved', async () => {
    const crowded = await createTestApp({ hasOwnPrinter: true });
    const berta = await crowded.newProfessional();
    const { _id: patientId } = await berta.hasPatient();
    const ids: string[] = [];
    for (let count = 0; count < 30; count++) {
      const { _id } = await berta.hasNote({ patientId });
      await berta.send(finalizeClinicalNote, { params: { id: _id } });
      ids.push(_id);
    }
    const replies = await Promise.all(ids.map((id) => print(printClinicalNote, id, berta)));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, headers, error } of refused) {
      expect({ status, retryAfter: headers['retry-after'], error: error.error }).toEqual({
        status: 503,
        retryAfter: '5',
        error: 'Hay demasiados documentos en preparación. Intenta en unos segundos.',
      });
    }
    const foliosOf = () => crowded.sql<{ folio: string; file: Buffer | null }[]>`
      select folio, file from documents order by folio`;
    const reserved = await foliosOf();
    expect(reserved.filter(({ file }) => file === null)).toHaveLength(refused.length);

    for (const [at, id] of ids.entries()) {
      if (replies[at]?.status !== 200) expect((await print(printClinicalNote, id, berta)).status).toBe(200);
    }
    const kept = await foliosOf();
    expect(kept.every(({ file }) => file !== null)).toBe(true);
    expect(kept.map(({ folio }) => folio)).toEqual(reserved.map(({ folio }) => folio));
    await crowded.close();
  });

  test('is printed also when the plan has expired', async () => {
    const berta = await testApp.newProfessional();
    await berta.pays();
    const note = await berta.hasNote();
    await berta.send(finalizeClinicalNote, { params: { id: note._id } });
    await berta.hasPatient();
    await testApp.sql`update subscriptions set expires_at = now() where owner_id = ${berta.user._id}`;
    expect((await print(printClinicalNote, note._id, berta)).status).toBe(200);
  });
});

describe('the calendar on the paper', () => {
  const MAGALLANES = 'Región de Magallanes y de la Antártica Chilena' as const;
  const nextYear = new Date().getUTCFullYear() + 1;
  let later: TestApp;
  beforeAll(async () => {
    later = await createTestApp();
  });
  afterAll(() => later.close());

  /** Finalises a note of a professional of that region at that instant. Gives a function that prints it. */
  async function finalizedAt(instant: number, region: 'Región de Los Ríos' | typeof MAGALLANES) {
    later.passTime(instant - later.deps.now().getTime());
    const person = await later.newProfessional({ region });
    const note = await person.hasNote(NOTE);
    await person.send(finalizeClinicalNote, { params: { id: note._id } });
    return async () => wordsOf((await print(printClinicalNote, note._id, person)).pdf);
  }

  test('the year of a folio is the year of finalisation in the professional’s time zone, not in UTC', async () => {
    const newYear = Date.UTC(nextYear, 0, 1, 3);
    const before = await finalizedAt(newYear - 60_000, MAGALLANES);
    const after = await finalizedAt(newYear, MAGALLANES);
    expect(await before()).toContain(`Folio: ATN-${nextYear - 1}-000001-`);
    expect(await after()).toContain(`Folio: ATN-${nextYear}-000001-`);
  });

  test('dates are printed in the professional’s time zone: in winter Magallanes is an hour ahead', async () => {
    const instant = Date.UTC(nextYear, 6, 1, 3, 30);
    const magallanes = await finalizedAt(instant, MAGALLANES);
    expect(await magallanes()).toContain(`Fecha: 01/07/${nextYear} 00:30`);
    const losRios = await finalizedAt(instant, 'Región de Los Ríos');
    expect(await losRios()).toContain(`Fecha: 30/06/${nextYear} 23:30`);
  });
});

describe('verification', () => {
  test('gives what is printed, and of the patient only the initials', async () => {
    const patient = await ana.hasPatient({ name: 'Rosa María Díaz-Núñez' });
    const note = await finalizedNote({ ...NOTE, patientId: patient._id });
    const { pdf } = await print(printClinicalNote, note._id);
    const code = await codeOn(pdf);
    const { status, body } = await verify(code);
    expect(status).toBe(200);
    expect(body).toEqual({
      valid: true,
      kind: 'clinical-note',
      type: 'Atención Clínica',
      folio: expect.stringMatching(/^ATN-\d{4}-\d{6}-[0-9A-F]{12}$/),
      finalizedAt: note.finalizedAt,
      timeZone: 'America/Santiago',
      issuer: 'active',
      identity: 'declared',
      professional: { name: 'Ana Pérez Soto', profession: 'Médico/a', rnpi: '763509' },
      patientInitials: 'R. M. D. N.',
      contentHash: note.contentHash,
      fileHash: sha256(pdf),
      timestamp: 'none',
    });
    expect(JSON.stringify(body)).not.toMatch(/Rosa|Díaz|Losartán|hiposódica/);
    expect((await verify(code.toLowerCase().replaceAll('-', ''))).body).toEqual(body);
  });

  test('uses the printed title: a professional who may not prescribe issues no receta', async () => {
    const berta = await testApp.newProfessional({ profession: 'Psicólogos/as' });
    const note = await berta.hasNote(NOTE);
    await berta.send(finalizeClinicalNote, { params: { id: note._id } });
    const { pdf } = await print(printPrescriptions, note._id, berta);
    const { type, folio, professional } = (await verify(await codeOn(pdf))).body;
    expect({ type, profession: professional?.profession }).toEqual({ type: 'Indicaciones', profession: 'Psicólogo/a' });
    expect(folio).toMatch(/^IND-/);
    expect(await wordsOf(pdf)).toContain(folio);
  });

  test('answers 404 in Spanish for an unknown code', async () => {
    const { pdf } = await print(printClinicalNote, (await finalizedNote())._id);
    const code = await codeOn(pdf);
    const other = code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const unknown of [other, 'x', '%00', code.slice(0, -2), 'A'.repeat(90), 'A'.repeat(9000)]) {
      const { status, error } = await verify(unknown);
      expect({ status, error: error.error }).toEqual({ status: 404, error: 'No existe un documento con ese código' });
    }
    for (const raw of ['%E0', '%', '%zz?a=%E0', `${code}%E0`]) {
      const reply = await testApp.app.inject(`/api/verify/${raw}`);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'DOCUMENT_UNKNOWN']);
    }
  });

  test('still works after the patient is deleted, and printing does not', async () => {
    const note = await finalizedNote();
    const { pdf } = await print(printClinicalNote, note._id);
    await ana.send(deletePatient, { params: { id: note.patientId } });
    expect((await verify(await codeOn(pdf))).body.valid).toBe(true);
    expect((await print(printClinicalNote, note._id)).status).toBe(404);
  });

  test('is limited by rate', async () => {
    const limited = await createTestApp({ rateLimit: true });
    const statuses = [];
    for (let i = 0; i < 61; i++) statuses.push((await limited.send(verifyDocument, { params: { code: 'x' } })).status);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404));
    expect(statuses.at(-1)).toBe(429);
    await limited.close();
  });
});

describe('the database', () => {
  test('refuses a folio of another account, and two accounts whose folios would be the same', async () => {
    const berta = await testApp.newProfessional();
    const [own, ofBerta] = await Promise.all(
      [ana, berta].map(async (person) => {
        const { _id } = await person.hasNote(NOTE);
        await person.send(finalizeClinicalNote, { params: { id: _id } });
        await print(printClinicalNote, _id, person);
        const [row] = await testApp.sql<[{ folio: string }]>`select folio from documents where source_id = ${_id}`;
        return row.folio;
      }),
    );
    const endOf = (folio = '') => folio.split('-').at(-1);
    expect([endOf(own), endOf(ofBerta)]).toEqual(
      [ana, berta].map(({ user }) => user._id.split('-').at(-1)?.toUpperCase()),
    );
    const context = { table: 'documents', column: 'code', owner: ana.user._id, row: '' };
    const code = testApp.deps.cipher.encrypt('x', context);
    const reserve = (folio = '') =>
      testApp.deps.tenantTransaction(
        ana.user._id,
        (tx) => tx`
          insert into documents (owner_id, id, kind, source_id, folio, code, created_at)
          values (${tx.owner}, gen_random_uuid(), 'plans', gen_random_uuid(), ${folio}, ${code}, now())`,
      );
    await expect(reserve(ofBerta)).rejects.toThrow(/does not name its issuer/);
    await expect(reserve('ATN-2026-000001-7F3K')).rejects.toThrow(/does not name its issuer/);
    const twin = `0198a000-0000-7000-8000-${ana.user._id.split('-').at(-1)}`;
    const register = testApp.sql`
      insert into users (id, role, name, email, password_hash, created_at)
      values (${twin}, 'admin', 'Otra', 'otra@ejemplo.cl', 'x', now())`;
    await expect(register).rejects.toThrow(/users_folio_part_key/);
  });

  test('refuses changes of a stored document and of its verification', async () => {
    const { _id } = await finalizedNote();
    await print(printClinicalNote, _id);
    const id = ana.user._id;
    const asAna = (statement: string) =>
      testApp.deps.tenantTransaction(id, (tx) => tx(Object.assign([statement], { raw: [statement] })));
    await expect(asAna("update documents set folio = 'X'")).rejects.toThrow(/accepts no update/);
    await expect(asAna('delete from documents')).rejects.toThrow(/permission denied/);
    await expect(asAna("update verifications set folio = 'X'")).rejects.toThrow(/permission denied/);
    await expect(asAna('select * from verifications')).rejects.toThrow(/permission denied/);
    await expect(testApp.sql`delete from verifications`).rejects.toThrow(/accepts no delete/);
  });
});
