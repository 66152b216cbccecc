import { z } from 'zod';
import { DRAFT_FIELDS, ExpectedVersion, NewDocumentId } from './drafts.ts';
import { endpoint, FileBytes } from './endpoint.ts';
import { requiredLine, requiredText } from './text.ts';
import { undecryptable } from './undecryptable.ts';
import { Id, Instant, SentId } from './wire.ts';

const MAX_CONTENT_LENGTH = 50_000;
/** Body limit: the longest valid certificate with every character written as a JSON escape. */
const BODY_LIMIT = 1024 * 1024;

const Title = requiredLine('El título es requerido', 200);
const Content = requiredText('El contenido es requerido', MAX_CONTENT_LENGTH);

export const CertificateContent = z.object({ title: Title, content: Content });
export type CertificateContent = z.output<typeof CertificateContent>;

/** The template of a certificate, in the version that was applied. */
const TemplateUsed = z.object({ _id: z.uuid(), name: z.string(), version: z.int() });
export type TemplateUsed = z.output<typeof TemplateUsed>;

export const Certificate = z.object({
  ...DRAFT_FIELDS,
  title: z.string(),
  content: z.string(),
  isFinalized: z.boolean(),
  /** The heading on the paper of a finalised certificate. Missing in lists. */
  heading: z.string().optional(),
  templateId: TemplateUsed.optional(),
});
export type Certificate = z.output<typeof Certificate>;

export const NewCertificate = CertificateContent.extend({
  _id: NewDocumentId,
  patientId: SentId('Selecciona un paciente'),
  templateId: SentId('Selecciona una plantilla')
    .nullish()
    .transform((id) => id ?? undefined),
  /** The version that was applied. Defaults to the newest. */
  templateVersion: z.int('Debe ser un número entero').min(1, 'Debe ser al menos 1').optional(),
});
export type NewCertificate = z.output<typeof NewCertificate>;

export const CertificateChange = CertificateContent.extend({ version: ExpectedVersion });
export type CertificateChange = z.output<typeof CertificateChange>;

export const CertificateTemplate = z.object({
  _id: z.uuid(),
  name: z.string(),
  content: z.string(),
  version: z.int(),
  createdAt: Instant,
  undecryptable,
});
export type CertificateTemplate = z.output<typeof CertificateTemplate>;

export const NewCertificateTemplate = z.object({ name: requiredLine('El nombre es requerido', 200), content: Content });
export type NewCertificateTemplate = z.output<typeof NewCertificateTemplate>;

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/certificates/patient/{id}',
  access: 'professional',
  summary: 'Los certificados de un paciente, del más nuevo al más antiguo; los textos muy largos, recortados',
  params: Id,
  reply: z.array(Certificate),
  recordsRead: 'certificate.listed',
});

export const getCertificate = endpoint({
  method: 'GET',
  path: '/api/certificates/{id}',
  access: 'professional',
  summary: 'Un certificado',
  params: Id,
  reply: Certificate,
  recordsRead: 'certificate.opened',
});

export const createCertificate = endpoint({
  method: 'POST',
  path: '/api/certificates',
  access: 'professional',
  summary: 'Crea un certificado en edición',
  body: NewCertificate,
  bodyLimit: BODY_LIMIT,
  reply: Certificate,
  status: 201,
});

export const updateCertificate = endpoint({
  method: 'PUT',
  path: '/api/certificates/{id}',
  access: 'professional',
  summary: 'Reemplaza el título y el contenido de un certificado en edición',
  params: Id,
  body: CertificateChange,
  bodyLimit: BODY_LIMIT,
  reply: Certificate,
});

export const finalizeCertificate = endpoint({
  method: 'POST',
  path: '/api/certificates/{id}/finalize',
  access: 'professional',
  summary: 'Finaliza un certificado para siempre',
  params: Id,
  body: z.object({ version: ExpectedVersion }).optional(),
  reply: Certificate,
});

export const printCertificate = endpoint({
  method: 'GET',
  path: '/api/certificates/{id}/pdf',
  access: 'professional',
  summary: 'El certificado finalizado, en PDF sellado',
  params: Id,
  reply: FileBytes,
  file: { type: 'application/pdf', name: 'certificado-{id}.pdf' },
  writes: true,
  // A document that was printed before is read.
  allowsLowStorage: true,
});

export const cancelCertificate = endpoint({
  method: 'DELETE',
  path: '/api/certificates/{id}',
  access: 'professional',
  summary: 'Elimina un certificado en edición',
  params: Id,
  reply: z.undefined(),
});

export const listCertificateTemplates = endpoint({
  method: 'GET',
  path: '/api/certificate-templates',
  access: 'professional',
  summary: 'Las plantillas de certificado, en su última versión',
  reply: z.array(CertificateTemplate),
});

export const createCertificateTemplate = endpoint({
  method: 'POST',
  path: '/api/certificate-templates',
  access: 'professional',
  summary: 'Crea una plantilla de certificado',
  body: NewCertificateTemplate,
  bodyLimit: BODY_LIMIT,
  reply: CertificateTemplate,
  status: 201,
});

export const updateCertificateTemplate = endpoint({
  method: 'PUT',
  path: '/api/certificate-templates/{id}',
  access: 'professional',
  summary: 'Guarda la siguiente versión de una plantilla',
  params: Id,
  body: z.object({ content: Content }),
  bodyLimit: BODY_LIMIT,
  reply: CertificateTemplate,
});
