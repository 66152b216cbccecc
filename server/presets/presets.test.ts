import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finalizeClinicalNote, getClinicalNote } from '#contract/clinical-notes';
import * as templates from '#contract/presets';
import * as favourites from '#contract/presets';
import { damage } from '#server/testing/damage';
import { createTestApp, type TestApp } from '#server/testing/test-app';

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

let testApp: TestApp;
let ana: Person;
let berta: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
});
afterAll(() => testApp.close());

const actsOf = async (person: Person, like: string) => {
  const entries = await testApp.sql<{ act: string }[]>`
    select act from audit_entries where owner_id = ${person.user._id} and act like ${like} order by id`;
  return entries.map(({ act }) => act);
};
const templatesOf = async (person: Person) => (await person.send(templates.listNoteTemplates)).body;
const favouritesOf = async (person: Person) => (await person.send(favourites.listPrescriptionFavourites)).body;
const createTemplate = (person: Person, name: string, reason = 'Control') =>
  person.send(templates.createNoteTemplate, { body: { name, reason } });

describe('note templates', () => {
  test('are listed by their name in Spanish, belong to one professional and are stored encrypted', async () => {
    const body = { name: ' Ñandú ', reason: 'Motivo', anamnesis: 'Línea 1\r\nLínea 2', plansAndIndications: '  ' };
    const created = await ana.send(templates.createNoteTemplate, { body });
    const expected = { _id: expect.any(String), name: 'Ñandú', reason: 'Motivo', anamnesis: 'Línea 1\nLínea 2' };
    expect([created.status, created.body]).toEqual([201, expected]);
    for (const name of ['Oído', 'ánimo', 'Nube', 'Bronquitis']) await createTemplate(ana, name);
    expect((await templatesOf(ana)).map(({ name }) => name)).toEqual(['ánimo', 'Bronquitis', 'Nube', 'Ñandú', 'Oído']);
    expect(await templatesOf(berta)).toEqual([]);

    const [row] = await testApp.sql<[{ name: Buffer; content: Buffer }]>`
      select name, content from note_templates where id = ${created.body._id}`;
    expect(row.name.toString('latin1')).not.toContain('and');
    expect(row.content.toString('latin1')).not.toContain('Motivo');
  });

  test('are replaced and deleted by their owner alone, with an act each', async () => {
    const person = await testApp.newProfessional();
    const { body: created } = await createTemplate(person, 'Control');
    const params = { id: created._id };
    const change = { name: 'Control anual', plansAndIndications: 'Volver en un año' };
    expect((await berta.send(templates.updateNoteTemplate, { params, body: change })).status).toBe(404);
    const changed = await person.send(templates.updateNoteTemplate, { params, body: change });
    expect([changed.status, changed.body]).toEqual([200, { _id: created._id, ...change }]);
    expect(await templatesOf(person)).toEqual([changed.body]);

    expect((await berta.send(templates.deleteNoteTemplate, { params })).status).toBe(404);
    expect((await person.send(templates.deleteNoteTemplate, { params })).status).toBe(204);
    expect((await person.send(templates.deleteNoteTemplate, { params })).status).toBe(404);
    expect((await person.send(templates.updateNoteTemplate, { params, body: change })).status).toBe(404);
    expect(await templatesOf(person)).toEqual([]);
    expect(await actsOf(person, 'note-template.%')).toEqual(
      ['created', 'updated', 'deleted'].map((act) => `note-template.${act}`),
    );
    expect(await actsOf(berta, 'note-template.%')).toEqual([]);
  });

  test('have a name of their own, without regard to case, accents and spaces', async () => {
    const person = await testApp.newProfessional();
    const { body: first } = await createTemplate(person, 'Niño sano');
    const { body: second } = await createTemplate(person, 'Otra');
    const taken = { status: 409, error: { code: 'NOTE_TEMPLATE_EXISTS' } };
    expect(await createTemplate(person, 'NINO  SANO')).toMatchObject(taken);
    const rename = (id: string, name: string) =>
      person.send(templates.updateNoteTemplate, { params: { id }, body: { name, reason: 'Control' } });
    expect(await rename(second._id, 'niño sano')).toMatchObject(taken);
    expect((await rename(first._id, 'NIÑO SANO')).status).toBe(200);
    expect((await createTemplate(berta, 'Niño sano')).status).toBe(201);
    const replies = await Promise.all(Array.from({ length: 5 }, () => createTemplate(person, 'Igual')));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('need a name and at least one text', async () => {
    const detailsOf = async (body: object) => {
      const { status, error } = await ana.send(templates.createNoteTemplate, { body: body as never });
      return [status, error.details];
    };
    expect(await detailsOf({ name: ' ', reason: 'Control' })).toEqual([
      400,
      [{ field: 'name', message: 'El nombre es requerido' }],
    ]);
    expect(await detailsOf({ name: 'Vacía', reason: ' ', anamnesis: '\n' })).toEqual([
      400,
      [{ field: 'reason', message: 'Escribe al menos uno de los tres textos' }],
    ]);
    expect(await detailsOf({ name: 'Larga', anamnesis: 'x'.repeat(20_001) })).toEqual([
      400,
      [{ field: 'anamnesis', message: 'No puede superar los 20000 caracteres' }],
    ]);
  });

  test('the longest one is accepted', async () => {
    const text = '\u4e2d'.repeat(20_000);
    const body = { name: 'a'.repeat(100), reason: text.slice(0, 5000), anamnesis: text, plansAndIndications: text };
    const created = await berta.send(templates.createNoteTemplate, { body });
    expect([created.status, created.body.plansAndIndications]).toEqual([201, text]);
  });

  test('are limited in number, also when they are created at the same time', async () => {
    const person = await testApp.newProfessional();
    const { body: copied } = await createTemplate(person, 'Primera');
    // Copies do not decrypt in another row, and count all the same.
    await testApp.sql`
      insert into note_templates (owner_id, id, name, content, created_at)
      select owner_id, gen_random_uuid(), name, content, created_at
        from note_templates, generate_series(1, ${templates.MAX_NOTE_TEMPLATES - 2}) where id = ${copied._id}`;
    const replies = await Promise.all(['Una', 'Dos', 'Tres'].map((name) => createTemplate(person, name)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.error.code).toBe('TOO_MANY_NOTE_TEMPLATES');
  });

  test('are limited in their texts together, and one may always get shorter', async () => {
    const person = await testApp.newProfessional();
    const text = 'a'.repeat(20_000);
    const long = { name: 'Larga', anamnesis: text, plansAndIndications: text };
    const { body: copied } = await person.send(templates.createNoteTemplate, { body: long });
    const copies = Math.floor(templates.MAX_NOTE_TEMPLATES_BYTES / 40_000);
    await testApp.sql`
      insert into note_templates (owner_id, id, name, content, created_at)
      select owner_id, gen_random_uuid(), name, content, created_at
        from note_templates, generate_series(1, ${copies}) where id = ${copied._id}`;
    const refused = { status: 409, error: { code: 'NOTE_TEMPLATES_TOO_LONG' } };
    expect(await createTemplate(person, 'Otra')).toMatchObject(refused);
    const change = (anamnesis: string) =>
      person.send(templates.updateNoteTemplate, { params: { id: copied._id }, body: { ...long, anamnesis } });
    const shorter = text.slice(60);
    expect((await change(shorter)).status).toBe(200);
    expect(await change(`${shorter}${'b'.repeat(30)}`)).toMatchObject(refused);
    expect(await change(`${shorter}b`)).toMatchObject(refused);
    expect((await change(shorter.replaceAll('a', 'b'))).status).toBe(200);
  });

  test('are created and changed without reading the texts of others', async () => {
    const person = await testApp.newProfessional();
    const { body: other } = await createTemplate(person, 'Dañada');
    await damage(testApp.sql, 'note_templates', 'content', other._id);
    const { body: created } = await createTemplate(person, 'Nueva');
    await person.send(templates.updateNoteTemplate, {
      params: { id: created._id },
      body: { name: 'Más', reason: 'Otro' },
    });
    expect(testApp.warnings.filter(({ row }) => row === other._id)).toEqual([]);
    expect((await createTemplate(person, 'DANADA')).error.code).toBe('NOTE_TEMPLATE_EXISTS');
  });
});

describe('favourite prescriptions', () => {
  const item = {
    medicamento: 'Amoxicilina',
    dosis: '500 mg',
    posologia: 'cada 8 horas',
    dci: 'Amoxicilina',
    permanente: true,
  };

  test('are called like their medicine unless they have a name, which may be repeated', async () => {
    const create = (name?: string) =>
      ana.send(favourites.createPrescriptionFavourite, { body: { ...item, ...(name && { name }) } });
    const unnamed = await create();
    expect([unnamed.status, unnamed.body]).toEqual([201, { ...item, _id: expect.any(String), name: 'Amoxicilina' }]);
    const named = await create('Otitis del adulto');
    await create();
    expect((await favouritesOf(ana)).map(({ name }) => name)).toEqual(['Amoxicilina', 'Amoxicilina', named.body.name]);
    expect(await favouritesOf(berta)).toEqual([]);
    const [row] = await testApp.sql<[{ name: Buffer; content: Buffer }]>`
      select name, content from prescription_favourites where id = ${unnamed.body._id}`;
    expect(row.name.toString('latin1') + row.content.toString('latin1')).not.toMatch(/Amoxicilina|horas/);
  });

  test('are replaced and deleted by their owner alone, and no note changes with them', async () => {
    const person = await testApp.newProfessional();
    const { body: created } = await person.send(favourites.createPrescriptionFavourite, {
      body: { ...item, name: 'Otitis' },
    });
    const { _id, name: _name, undecryptable: _, ...copied } = created;
    const note = await person.hasNote({ prescriptions: [copied] });
    await person.send(finalizeClinicalNote, { params: { id: note._id } });
    const params = { id: _id };
    const body = { medicamento: 'Ibuprofeno' };
    expect((await berta.send(favourites.updatePrescriptionFavourite, { params, body })).status).toBe(404);
    const changed = await person.send(favourites.updatePrescriptionFavourite, { params, body });
    expect(changed.body).toEqual({ _id, name: 'Ibuprofeno', medicamento: 'Ibuprofeno' });
    expect(await favouritesOf(person)).toEqual([changed.body]);
    expect((await berta.send(favourites.deletePrescriptionFavourite, { params })).status).toBe(404);
    expect((await person.send(favourites.deletePrescriptionFavourite, { params })).status).toBe(204);
    expect(await favouritesOf(person)).toEqual([]);
    const { body: kept } = await person.send(getClinicalNote, { params: { id: note._id } });
    expect(kept.prescriptions).toEqual([item]);
    expect(await actsOf(person, 'prescription-favourite.%')).toEqual(
      ['created', 'updated', 'deleted'].map((act) => `prescription-favourite.${act}`),
    );
  });

  test('need a medicine, and are limited in number', async () => {
    const person = await testApp.newProfessional();
    const refused = await person.send(favourites.createPrescriptionFavourite, {
      body: { medicamento: ' ', name: 'X' },
    });
    expect([refused.status, refused.error.details]).toEqual([
      400,
      [{ field: 'medicamento', message: 'El nombre del medicamento es obligatorio' }],
    ]);
    const { body: copied } = await person.send(favourites.createPrescriptionFavourite, { body: item });
    await testApp.sql`
      insert into prescription_favourites (owner_id, id, name, content, created_at)
      select owner_id, gen_random_uuid(), name, content, created_at
        from prescription_favourites, generate_series(1, ${favourites.MAX_PRESCRIPTION_FAVOURITES - 1})
       where id = ${copied._id}`;
    const { status, error } = await person.send(favourites.createPrescriptionFavourite, { body: item });
    expect([status, error.code]).toEqual([409, 'TOO_MANY_FAVOURITES']);
  });
});

test('what cannot be decrypted is listed and marked, is not changed, and can be deleted', async () => {
  const person = await testApp.newProfessional();
  const { body: template } = await createTemplate(person, 'Control');
  await damage(testApp.sql, 'note_templates', 'content', template._id);
  const { body: favourite } = await person.send(favourites.createPrescriptionFavourite, {
    body: { medicamento: 'Paracetamol' },
  });
  await damage(testApp.sql, 'prescription_favourites', 'name', favourite._id);
  expect(await templatesOf(person)).toEqual([
    { _id: template._id, name: 'Control', reason: 'No se pudo descifrar', undecryptable: true },
  ]);
  expect(await favouritesOf(person)).toMatchObject([{ name: 'No se pudo descifrar', undecryptable: true }]);

  const refused = { status: 409, error: { code: 'UNDECRYPTABLE' } };
  const params = { id: template._id };
  const body = { name: 'Control', reason: 'Otro' };
  expect(await person.send(templates.updateNoteTemplate, { params, body })).toMatchObject(refused);
  expect(
    await person.send(favourites.updatePrescriptionFavourite, {
      params: { id: favourite._id },
      body: { medicamento: 'Paracetamol' },
    }),
  ).toMatchObject(refused);
  expect((await person.send(templates.deleteNoteTemplate, { params })).status).toBe(204);
  expect((await person.send(favourites.deletePrescriptionFavourite, { params: { id: favourite._id } })).status).toBe(
    204,
  );
});
