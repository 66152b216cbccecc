import * as addendaApi from '#contract/addenda';
import { reviewPrescriptions } from '#contract/allergy-warnings';
import type { User } from '#contract/auth';
import type { Permission } from '#contract/billing';
import * as certificatesApi from '#contract/certificates';
import * as notesApi from '#contract/clinical-notes';
import type { ErrorCode } from '#contract/errors';
import { searchMedications } from '#contract/medications';
import { canCreatePatient, getPatient, listPatients, type Patient } from '#contract/patients';
import { refusal } from './mock-server.ts';
import { ANA, serverFor } from './open-app.tsx';
import { patientNumber } from './patients-server.ts';

export const ROSA: Patient = patientNumber(1, { rut: '17654321-6' });
export const PROFILE = `/dashboard/pacientes/${ROSA._id}`;

type Fields = Pick<notesApi.ClinicalNote, '_id' | 'patientId' | 'version' | 'createdAt' | 'updatedAt' | 'finalizedAt'>;

interface Stored<Content> {
  fields: Fields;
  content: Content;
}

let ids = 0;
/** Later ids are greater: documents of the same millisecond are in the order of their ids. */
function nextId(): string {
  ids += 1;
  return `0197b000-0000-7000-8000-${String(ids).padStart(12, '0')}`;
}

/** The rules of the server for drafts. Its own tests verify them there. */
function draftStore<Content, Document>(finalizedError: ErrorCode, toDocument: (stored: Stored<Content>) => Document) {
  let newestFirst: Stored<Content>[] = [];
  const find = (id: string): Stored<Content> => {
    const stored = newestFirst.find(({ fields }) => fields._id === id);
    if (!stored) throw refusal('NOT_FOUND');
    return stored;
  };
  const requireDraft = (id: string, version?: number, error = finalizedError): Stored<Content> => {
    const stored = find(id);
    if (stored.fields.finalizedAt) throw refusal(error);
    if (version !== undefined && version !== stored.fields.version) throw refusal('DRAFT_CHANGED');
    return stored;
  };
  const isSame = (one: Content, other: Content) => JSON.stringify(one) === JSON.stringify(other);
  return {
    all: (): Document[] => newestFirst.map(toDocument),
    get: (id: string): Document => toDocument(find(id)),
    create(content: Content, id = nextId()): Document {
      if (newestFirst.some(({ fields }) => fields._id === id)) {
        const stored = requireDraft(id);
        if (!isSame(stored.content, content)) throw refusal('DRAFT_CHANGED');
        return toDocument(stored);
      }
      const at = new Date().toISOString();
      const fields = { _id: id, patientId: ROSA._id, version: 1, createdAt: at, updatedAt: at };
      newestFirst = [{ fields, content }, ...newestFirst];
      return toDocument({ fields, content });
    },
    update(id: string, content: Content, version?: number): Document {
      const stored = requireDraft(id, version);
      if (!isSame(stored.content, content)) {
        stored.content = content;
        stored.fields.version += 1;
        stored.fields.updatedAt = new Date().toISOString();
      }
      return toDocument(stored);
    },
    finalize(id: string, version?: number): Document {
      const stored = requireDraft(id, version);
      stored.fields.finalizedAt = new Date().toISOString();
      return toDocument(stored);
    },
    delete(id: string, error?: ErrorCode): undefined {
      requireDraft(id, undefined, error);
      newestFirst = newestFirst.filter(({ fields }) => fields._id !== id);
    },
  };
}

const CONTENT_HASH = 'a'.repeat(64);
const ADDENDUM_HASH = 'b'.repeat(64);
type CertificateContent = certificatesApi.CertificateContent & Pick<certificatesApi.Certificate, 'templateId'>;

/** A mock server with the patient Rosa. It keeps her notes and certificates, and the templates. */
export function clinicalServer(account: User = ANA) {
  const server = serverFor(account);
  const notes = draftStore<notesApi.ClinicalNoteContent, notesApi.ClinicalNote>(
    'CLINICAL_NOTE_FINALIZED',
    ({ fields, content }) => ({
      ...fields,
      ...content,
      date: fields.createdAt,
      status: fields.finalizedAt ? 'finalized' : 'draft',
      ...(fields.finalizedAt && { contentHash: CONTENT_HASH }),
    }),
  );
  const addenda = draftStore<{ content: string; noteId: string }, addendaApi.Addendum>(
    'ADDENDUM_FINALIZED',
    ({ fields, content }) => ({
      ...fields,
      ...content,
      status: fields.finalizedAt ? 'finalized' : 'draft',
      ...(fields.finalizedAt && { contentHash: ADDENDUM_HASH, author: ANA.name }),
    }),
  );
  const withAddenda = (note: notesApi.ClinicalNote): notesApi.ClinicalNote => {
    const found = addenda.all().filter(({ noteId }) => noteId === note._id);
    return found.length > 0 ? { ...note, addenda: found.reverse() } : note;
  };
  const certificates = draftStore<CertificateContent, certificatesApi.Certificate>(
    'CERTIFICATE_FINALIZED',
    ({ fields, content }) => ({
      ...fields,
      ...content,
      isFinalized: fields.finalizedAt !== undefined,
      ...(fields.finalizedAt && { contentHash: CONTENT_HASH }),
    }),
  );
  const templates: certificatesApi.CertificateTemplate[] = [];
  let permission: Permission = { canCreate: true, message: '' };

  const idIn = ({ url }: { url: URL }) => /[\da-f-]{36}/.exec(url.pathname)?.[0] ?? '';
  const versionIn = (body: unknown) => (body as { version?: number } | undefined)?.version;
  /** The plan allows to write. */
  const whenAllowed = <T>(write: () => T): T => {
    if (!permission.canCreate) throw refusal('CLINICAL_LIMIT');
    return write();
  };
  const templateUsed = ({ templateId, templateVersion }: certificatesApi.NewCertificate) => {
    const used = templates.find(({ _id }) => _id === templateId);
    return used && { _id: used._id, name: used.name, version: templateVersion ?? used.version };
  };

  server.reply(getPatient, (request) => {
    if (idIn(request) !== ROSA._id) throw refusal('NOT_FOUND');
    return ROSA;
  });
  server.reply(canCreatePatient, { canCreate: true, message: '' });
  server.reply(searchMedications, []);
  server.reply(reviewPrescriptions, undefined);
  server.reply(listPatients, { patients: [ROSA], total: 1, page: 1, limit: 50 });

  server.reply(notesApi.listClinicalNotes, () => notes.all().map(withAddenda));
  server.reply(notesApi.getClinicalNote, (request) => withAddenda(notes.get(idIn(request))));
  server.reply(notesApi.canWriteClinically, () => permission);
  server.reply(notesApi.createClinicalNote, ({ body }) => {
    const {
      _id,
      patientId: _,
      appointmentId: __,
      knownAllergies: ___,
      ...content
    } = notesApi.NewClinicalNote.parse(body);
    return whenAllowed(() => notes.create(content, _id));
  });
  server.reply(notesApi.updateClinicalNote, (request) => {
    const { version, patientId: _, knownAllergies: __, ...content } = notesApi.ClinicalNoteChange.parse(request.body);
    return whenAllowed(() => notes.update(idIn(request), content, version));
  });
  server.reply(notesApi.finalizeClinicalNote, (request) =>
    whenAllowed(() => {
      if (notesApi.isBlank(notes.get(idIn(request)))) throw refusal('CLINICAL_NOTE_BLANK');
      return notes.finalize(idIn(request), versionIn(request.body));
    }),
  );

  server.reply(addendaApi.createAddendum, (request) => {
    const { _id, content } = request.body as { _id: string; content: string };
    return whenAllowed(() => addenda.create({ content, noteId: idIn(request) }, _id));
  });
  server.reply(addendaApi.updateAddendum, (request) => {
    const { content } = request.body as { content: string };
    const { noteId } = addenda.get(idIn(request));
    return whenAllowed(() => addenda.update(idIn(request), { content, noteId }, versionIn(request.body)));
  });
  server.reply(addendaApi.finalizeAddendum, (request) =>
    whenAllowed(() => addenda.finalize(idIn(request), versionIn(request.body))),
  );
  server.reply(addendaApi.deleteAddendum, (request) => addenda.delete(idIn(request)));

  server.reply(certificatesApi.listCertificates, () => certificates.all());
  server.reply(certificatesApi.getCertificate, (request) => certificates.get(idIn(request)));
  server.reply(certificatesApi.createCertificate, ({ body }) => {
    const { _id, title, content, ...rest } = certificatesApi.NewCertificate.parse(body);
    const templateId = templateUsed({ title, content, ...rest });
    return whenAllowed(() => certificates.create({ title, content, ...(templateId && { templateId }) }, _id));
  });
  server.reply(certificatesApi.updateCertificate, (request) => {
    const { version, ...content } = certificatesApi.CertificateChange.parse(request.body);
    const { templateId } = certificates.get(idIn(request));
    return whenAllowed(() =>
      certificates.update(idIn(request), { ...content, ...(templateId && { templateId }) }, version),
    );
  });
  server.reply(certificatesApi.finalizeCertificate, (request) =>
    whenAllowed(() => certificates.finalize(idIn(request), versionIn(request.body))),
  );
  server.reply(certificatesApi.cancelCertificate, (request) =>
    certificates.delete(idIn(request), 'CERTIFICATE_NOT_CANCELLABLE'),
  );
  server.reply(certificatesApi.listCertificateTemplates, () => templates);

  return {
    ...server,
    notes,
    addenda,
    certificates,
    /** A note with these sections. */
    hasNote: (content: Partial<notesApi.ClinicalNoteContent> = {}) =>
      notes.create({ diagnoses: [], prescriptions: [], ...content }),
    hasTemplate: (name: string, content: string, version = 1) => {
      const template = { _id: nextId(), name, content, version, createdAt: ROSA.createdAt };
      templates.push(template);
      return template;
    },
    setPermission: (next: Permission) => {
      permission = next;
    },
  };
}

export const noteAddress = ({ _id }: notesApi.ClinicalNote): string => `${PROFILE}/atencion/${_id}`;
export const certificateAddress = ({ _id }: certificatesApi.Certificate): string => `${PROFILE}/certificado/${_id}`;
