import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/certificates';
import { deletePatient } from '#contract/patients';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());

const read = async (id: string) => (await ana.send(api.getCertificate, { params: { id } })).body;
const save = (id: string, body: object) =>
  ana.send(api.updateCertificate, { params: { id }, body: { title: 'Reposo', content: 'Otro', ...body } });
const finalize = (id: string) => ana.send(api.finalizeCertificate, { params: { id } });
const cancel = (id: string) => ana.send(api.cancelCertificate, { params: { id } });
const newTemplate = async (name: string, content: string) =>
  (await ana.send(api.createCertificateTemplate, { body: { name, content } })).body;
const nextVersion = (id: string, content: string) =>
  ana.send(api.updateCertificateTemplate, { params: { id }, body: { content } });

describe('a certificate', () => {
  test('is created as a draft, and read back with the same content', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const body = { patientId, title: 'Reposo', content: 'Certifico\n\nreposo por dos días.' };
    const made = await ana.send(api.createCertificate, { body });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...body, isFinalized: false, version: 1 });
    expect(made.body).not.toHaveProperty('templateId');
    expect(await read(made.body._id)).toEqual(made.body);
    expect((await ana.send(api.listCertificates, { params: { id: patientId } })).body).toEqual([made.body]);
  });

  test.each([
    [{ title: ' ' }, 'title', 'El título es requerido'],
    [{ content: '\n' }, 'content', 'El contenido es requerido'],
  ])('needs a title and a content: %#', async (wrong, field, message) => {
    const { _id } = await ana.hasCertificate();
    const { status, error } = await save(_id, wrong);
    expect(status).toBe(400);
    expect(error.details).toEqual([{ field, message }]);
  });

  test('the second save of one version is a conflict', async () => {
    const { _id, version } = await ana.hasCertificate();
    expect((await save(_id, { content: 'Uno', version })).status).toBe(200);
    expect((await save(_id, { content: 'Dos', version })).error.code).toBe('DRAFT_CHANGED');
    const early = await ana.send(api.finalizeCertificate, { params: { id: _id }, body: { version } });
    expect(early.error.code).toBe('DRAFT_CHANGED');
    expect((await read(_id)).content).toBe('Uno');
  });

  test('is finalised irreversibly, with the hash of its content and both parties', async () => {
    const { _id } = await ana.hasCertificate({ title: 'Asistencia', content: 'Asistió hoy.' });
    const done = (await finalize(_id)).body;
    expect(done).toMatchObject({ isFinalized: true, title: 'Asistencia' });
    const [row] = await testApp.sql<[{ record: Buffer; finalized_by: string }]>`
      select record, finalized_by from certificates where id = ${_id}`;
    const place = { table: 'certificates', column: 'record', owner: ana.user._id, row: _id };
    const record = testApp.deps.cipher.decrypt(row.record, place);
    expect(done.contentHash).toBe(createHash('sha256').update(record).digest('hex'));
    expect(JSON.parse(record)).toMatchObject({
      kind: 'certificate',
      patient: { name: 'Rosa Díaz' },
      professional: { name: 'Ana Pérez Soto' },
      content: { title: 'Asistencia', content: 'Asistió hoy.' },
    });
    expect(row.finalized_by).toBe(ana.user._id);

    for (const refused of [await save(_id, {}), await finalize(_id)]) {
      expect(refused.status).toBe(409);
      expect(refused.error.error).toBe('No se puede modificar un certificado finalizado');
    }
    const cancelled = await cancel(_id);
    expect(cancelled.status).toBe(409);
    expect(cancelled.error.error).toBe('No se puede cancelar un certificado finalizado');
    expect(await read(_id)).toEqual(done);
  });

  test('the database refuses to change or delete a finalised one', async () => {
    const { _id } = await ana.hasCertificate();
    await finalize(_id);
    await expect(testApp.sql`update certificates set version = 9 where id = ${_id}`).rejects.toThrow(
      /accepts no update/,
    );
    const removal = testApp.deps.tenantTransaction(
      ana.user._id,
      (tx) => tx`delete from certificates where id = ${_id}`,
    );
    await expect(removal).rejects.toThrow(/accepts no delete/);
  });

  test('a draft can be cancelled, and is deleted', async () => {
    const { _id } = await ana.hasCertificate();
    expect((await cancel(_id)).status).toBe(204);
    expect((await ana.send(api.getCertificate, { params: { id: _id } })).status).toBe(404);
    expect((await cancel(_id)).status).toBe(404);
  });

  test('of a cancellation and a finalisation at the same time, one is refused', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const { _id } = await ana.hasCertificate();
        const [one, two] = await Promise.all(i % 2 ? [finalize(_id), cancel(_id)] : [cancel(_id), finalize(_id)]);
        return i % 2 ? `${one.status} ${two.status}` : `${two.status} ${one.status}`;
      }),
    );
    expect(new Set(outcomes)).toEqual(new Set(['200 409', '404 204']));
  });

  test('a draft is deleted with its patient; a finalised one stays in custody', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const draft = await ana.hasCertificate({ patientId });
    const kept = await ana.hasCertificate({ patientId });
    await finalize(kept._id);
    await ana.send(deletePatient, { params: { id: patientId } });
    const rows = await testApp.sql`select id from certificates where id in (${draft._id}, ${kept._id})`;
    expect([...rows]).toEqual([{ id: kept._id }]);
    expect((await ana.send(api.getCertificate, { params: { id: kept._id } })).status).toBe(404);
  });

  test('can be read and not written after the plan ended with too many patients', async () => {
    const berta = await testApp.newProfessional();
    await berta.pays();
    const certificate = await berta.hasCertificate();
    await berta.hasPatient();
    await testApp.sql`update subscriptions set expires_at = now() where owner_id = ${berta.user._id}`;
    const params = { id: certificate._id };
    const body = { title: 'Otro', content: 'Otro' };
    for (const { status, error } of [
      await berta.send(api.createCertificate, { body: { ...body, patientId: certificate.patientId } }),
      await berta.send(api.updateCertificate, { params, body }),
      await berta.send(api.finalizeCertificate, { params }),
    ]) {
      expect({ status, code: error.code }).toEqual({ status: 403, code: 'CLINICAL_LIMIT' });
    }
    expect((await berta.send(api.getCertificate, { params })).body).toEqual(certificate);
  });
});

describe('a template', () => {
  test('a new account has none', async () => {
    const berta = await testApp.newProfessional();
    expect((await berta.send(api.listCertificateTemplates)).body).toEqual([]);
  });

  test('gets a new version with each save, and only the newest is listed', async () => {
    const template = await newTemplate('Reposo', 'Certifico que {{paciente}}');
    expect(template).toMatchObject({ name: 'Reposo', content: 'Certifico que {{paciente}}', version: 1 });
    const { status, body } = await nextVersion(template._id, 'Certifico que {{paciente}}, RUT {{rut}}');
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: template._id, name: 'Reposo', version: 2 });
    const offered = (await ana.send(api.listCertificateTemplates)).body.filter(({ _id }) => _id === template._id);
    expect(offered).toEqual([body]);
  });

  test('simultaneous saves each get a version of their own', async () => {
    const { _id } = await newTemplate('Asistencia', 'n.º 1');
    const contents = Array.from({ length: 20 }, (_, i) => `n.º ${i + 2}`);
    const replies = await Promise.all(contents.map((content) => nextVersion(_id, content)));
    expect(replies.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(contents.map((_, i) => i + 2));
    const rows = await testApp.sql<{ version: number; content: Buffer }[]>`
      select version, content from certificate_template_versions where template_id = ${_id}`;
    const kept = rows.map(({ version, content }) =>
      testApp.deps.cipher.decrypt(content, {
        table: 'certificate_template_versions',
        column: 'content',
        owner: ana.user._id,
        row: `${_id}/${version}`,
      }),
    );
    expect(new Set(kept)).toEqual(new Set(['n.º 1', ...contents]));
  });

  test('saving it unchanged makes no version, and answers as before', async () => {
    const template = await newTemplate('Sin cambios', 'Certifico');
    const { status, body } = await nextVersion(template._id, 'Certifico');
    expect({ status, body }).toEqual({ status: 200, body: template });
    const versions = await testApp.sql`
      select from certificate_template_versions where template_id = ${template._id}`;
    expect(versions).toHaveLength(1);
    expect((await nextVersion(template._id, 'Certifico que')).body.version).toBe(2);
    expect((await nextVersion(template._id, 'Certifico')).body.version).toBe(3);
  });

  test('a certificate keeps the name and version of its template after the template changes', async () => {
    const template = await newTemplate('Reposo laboral', 'Certifico');
    const certificate = await ana.hasCertificate({ templateId: template._id });
    const used = { _id: template._id, name: 'Reposo laboral', version: 1 };
    expect(certificate.templateId).toEqual(used);
    await nextVersion(template._id, 'Otra cosa');
    expect((await save(certificate._id, {})).body.templateId).toEqual(used);
    expect((await finalize(certificate._id)).body.templateId).toEqual(used);
  });

  test('a certificate names the version that was applied, also when there is a newer one', async () => {
    const { _id: templateId } = await newTemplate('Reposo escolar', 'n.º 1');
    await nextVersion(templateId, 'n.º 2');
    const named = async (templateVersion?: number) =>
      (await ana.hasCertificate({ templateId, templateVersion })).templateId?.version;
    expect(await named(1)).toBe(1);
    expect(await named()).toBe(2);
    expect(await named(3)).toBeUndefined();
  });

  test('a version that the clean-up deleted is not named by a new certificate', async () => {
    const { _id: templateId } = await newTemplate('Reposo deportivo', 'n.º 1');
    await nextVersion(templateId, 'n.º 2');
    await testApp.sql`delete from certificate_template_versions where template_id = ${templateId} and version = 1`;
    const { _id: patientId } = await ana.hasPatient();
    const create = (templateVersion: number) => {
      const body = { patientId, templateId, templateVersion, title: 'Reposo', content: 'Dos días' };
      return ana.send(api.createCertificate, { body });
    };
    expect((await create(1)).status).toBe(404);
    // Twice: a version that is used already can be used again.
    for (let time = 1; time <= 2; time++) expect((await create(2)).body.templateId?.version).toBe(2);
  });

  test('of another professional cannot be used', async () => {
    const { _id: templateId } = await newTemplate('Ajena', 'x');
    const berta = await testApp.newProfessional();
    const { _id: patientId } = await berta.hasPatient();
    const body = { patientId, templateId, title: 'Reposo', content: 'Dos días' };
    expect((await berta.send(api.createCertificate, { body })).status).toBe(404);
  });

  test('is encrypted in the database, and so is a certificate', async () => {
    const template = await newTemplate('Murtilla', 'zarzamora');
    await ana.hasCertificate({ templateId: template._id, title: 'quirquincho', content: 'alcachofa' });
    const rows = await testApp.sql<{ row: string }[]>`
      select encode(name, 'escape') as row from certificate_templates
      union all select encode(content, 'escape') from certificate_template_versions
      union all select encode(content, 'escape') from certificates`;
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.map(({ row }) => row).join()).not.toMatch(/Murtilla|zarzamora|quirquincho|alcachofa/);
  });
});
