import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { extendedAnswerDay, warningDay } from '#contract/rights-clocks';
import {
  awaitsAnswer,
  type NewRightsRequest,
  type RightsQuery,
  type RightsReceipt,
  type RightsRequest,
  type RightsState,
} from '#contract/rights-requests';
import { compactRut } from '#contract/rut';
import { actBy, REQUESTING_PERSON, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { OutboxDeps } from '#server/mail/outbox';
import { setBlocked } from '#server/patients/patient-blocking.service';
import { findContacts } from '#server/patients/patient-contacts.service';
import { patientsByDocument } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { endOfDay } from '#server/platform/wall-clock';
import { type ProofOfWorkDeps, requireProofOfWork } from '#server/proof-of-work/proof-of-work.service';
import { type RecipientDeps, recipientByLink, recipientBySlug } from './recipient.ts';
import { clocksOf, reminderAt, requestNumber } from './request-clocks.ts';
import { queueAnswer, queueReceipt } from './rights-mails.service.ts';
import {
  countRequests,
  findRequest,
  insertRequest,
  mostUrgentRequest,
  type RequestingPerson,
  requestsAfter,
  requestsInOrder,
  type StoredRequest,
  storeAnswer,
  storeExtension,
} from './rights-requests.store.ts';

export type RightsDeps = RecipientDeps &
  OutboxDeps &
  ProofOfWorkDeps &
  Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher'> & {
    /** Refuses a request when the professional has received too many. */
    limitByRecipient(ownerId: string): Promise<void>;
  };

/** The same work for a patient and for a stranger: neither the answer nor its time tells who is a patient. */
export async function createRightsRequest(
  deps: RightsDeps,
  { slug, token, kind, text, altcha, ...body }: NewRightsRequest,
  { address, countRequest }: { address: string; countRequest(): Promise<void> },
): Promise<RightsReceipt> {
  const recipient = await (slug === undefined ? recipientByLink(deps, token ?? '') : recipientBySlug(deps, slug));
  const { ownerId, professional, timeZone } = recipient;
  await requireProofOfWork(deps, altcha, async () => {
    await countRequest();
    await deps.limitByRecipient(ownerId);
  });
  const { name, rut, documentType, email } = body;
  const person = { name, rut, documentType, email };
  return deps.tenantTransaction(ownerId, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const id = uuidv7(at);
    const { year, dueOn } = clocksOf(kind, timeZone, at);
    const remindAt = reminderAt(kind, timeZone, dueOn);
    const patientId = await findPatientOf(tx, person);
    const mailStatus = deps.sendsMail ? 'pending' : undefined;
    const request = { id, kind, person, text, patientId, year, dueOn, remindAt, mailStatus } as const;
    const sequence = await insertRequest(tx, request, deps.cipher, at);
    await queueReceipt(deps, tx, id, at);
    const who = actBy({ id: ownerId, actorId: REQUESTING_PERSON, address }, id, patientId);
    await record(tx, { ...who, act: 'rights-request.received', at });
    const dueAt = endOfDay(timeZone, dueOn).toISOString();
    return { number: requestNumber({ year, sequence }), dueAt, dueOn, professional, sendsMail: deps.sendsMail };
  });
}

const documentOf = ({ rut, documentType }: RequestingPerson) => ({ compactRut: compactRut(rut), documentType });

async function findPatientOf(db: OwnerSql, person: RequestingPerson): Promise<string | undefined> {
  const [patient] = await patientsByDocument(db, [documentOf(person)]);
  return patient?.id;
}

type ReadingDeps = Pick<Deps, 'tenantRead' | 'cipher'>;

export const listRightsRequests = (
  deps: ReadingDeps,
  owner: Owner,
  { state, page, limit }: RightsQuery,
): Promise<RightsRequest[]> =>
  deps.tenantRead(owner.id, async (db) => {
    const window = { state, limit, offset: (page - 1) * limit };
    return toReplies(db, deps, owner, await requestsInOrder(db, window, deps.cipher));
  });

const REQUESTS_AT_ONCE = 200;

/** All requests in the order of their numbers, a page at a time. For exports. */
export async function* pagesOfRightsRequests(deps: ReadingDeps, owner: Owner): AsyncGenerator<RightsRequest[]> {
  let after: StoredRequest | undefined;
  for (;;) {
    const requests = await deps.tenantRead(owner.id, async (db) => {
      const stored = await requestsAfter(db, { after, limit: REQUESTS_AT_ONCE }, deps.cipher);
      after = stored.at(-1);
      return toReplies(db, deps, owner, stored);
    });
    yield requests;
    if (requests.length < REQUESTS_AT_ONCE) return;
  }
}

export const getRightsRequest = (deps: ReadingDeps, owner: Owner, id: string): Promise<RightsRequest> =>
  deps.tenantRead(owner.id, (db) => requireReply(db, deps, owner, id));

async function requireReply(
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
  owner: Owner,
  id: string,
): Promise<RightsRequest> {
  const found = await findRequest(db, id, deps.cipher);
  const [reply] = found ? await toReplies(db, deps, owner, [found]) : [];
  if (!reply) throw new AppError('NOT_FOUND');
  return reply;
}

export const countRightsRequests = (deps: Pick<Deps, 'tenantRead'>, owner: Owner, state: RightsState) =>
  deps.tenantRead(owner.id, async (db) => {
    if (state === 'ended') return { total: await countRequests(db, state) };
    const [total, first] = await Promise.all([countRequests(db, state), mostUrgentRequest(db)]);
    return { total, next: first && { ...first, warnOn: warningDay(first.kind, first.dueOn) } };
  });

/** Adds the patient of each request: the one who was found when it was received, or who has the document now. */
async function toReplies(
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
  { user }: Owner,
  requests: readonly StoredRequest[],
): Promise<RightsRequest[]> {
  const timeZone = timeZoneOf(user.region);
  const found = await patientsByDocument(
    db,
    requests.map(({ person }) => documentOf(person)),
  );
  const byDocument = new Map(found.map(({ compactRut: rut, documentType, id }) => [`${documentType} ${rut}`, id]));
  const ids = [...requests.flatMap(({ patientId }) => patientId ?? []), ...byDocument.values()];
  const patients = await findContacts(db, deps, [...new Set(ids)]);
  return requests.map((request) => {
    const { compactRut: rut, documentType } = documentOf(request.person);
    const patient =
      patients.get(request.patientId ?? '') ?? patients.get(byDocument.get(`${documentType} ${rut}`) ?? '');
    return {
      ...toReply(request, timeZone),
      patientId: patient?.id ?? null,
      patientName: patient?.name,
      patientBlocked: patient?.blocked,
      isPatientEmail: patient && patient.email?.toLowerCase() === request.person.email,
    };
  });
}

function toReply(request: StoredRequest, timeZone: string): Omit<RightsRequest, 'patientId'> {
  const { id, kind, status, person, text, dueOn, extensionReason, answer, mailStatus } = request;
  return {
    _id: id,
    number: requestNumber(request),
    kind,
    name: person.name,
    rut: person.rut,
    documentType: person.documentType === 'rut' ? undefined : person.documentType,
    email: person.email,
    text,
    receivedAt: request.receivedAt.toISOString(),
    dueAt: endOfDay(timeZone, dueOn).toISOString(),
    dueOn,
    warnOn: warningDay(kind, dueOn),
    status,
    extensionReason,
    extendedAt: request.extendedAt?.toISOString(),
    answer,
    answeredAt: request.answeredAt?.toISOString(),
    mailStatus,
  };
}

interface Change {
  status: 'answered' | 'refused' | 'extended';
  answer: string;
}

/** Answers, refuses or extends. What was answered never changes. */
export function changeRightsRequest(
  deps: OutboxDeps & Pick<Deps, 'tenantTransaction' | 'cipher' | 'now'>,
  owner: Owner,
  id: string,
  { status, answer }: Change,
): Promise<RightsRequest> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const request = await findRequest(tx, id, deps.cipher);
    if (!request) throw new AppError('NOT_FOUND');
    if (!awaitsAnswer(request.status)) throw new AppError('RIGHTS_REQUEST_ENDED');
    const patientId = await presentPatientOf(tx, deps, request);
    if (status === 'extended') await extend(deps, tx, { owner, request, reason: answer }, at);
    else await storeAnswer(tx, id, { status, answer, patientId }, deps.cipher, at);
    await queueAnswer(deps, tx, { requestId: id, during: status }, at);
    await record(tx, { ...actBy(owner, id, patientId), act: `rights-request.${status}`, at });
    const blocks = status === 'answered' && request.kind === 'blocking';
    if (blocks && patientId) await setBlocked(tx, owner, { id: patientId, blocked: true }, at);
    return requireReply(tx, deps, owner, id);
  });
}

/** The patient who was found when the request was received, if they still exist, or else who has the document now. */
async function presentPatientOf(
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
  { patientId, person }: StoredRequest,
): Promise<string | undefined> {
  if (patientId && (await findContacts(db, deps, [patientId])).has(patientId)) return patientId;
  return findPatientOf(db, person);
}

async function extend(
  deps: Pick<Deps, 'cipher'>,
  tx: OwnerTx,
  { owner, request, reason }: { owner: Owner; request: StoredRequest; reason: string },
  at: Date,
): Promise<void> {
  const { id, kind, status } = request;
  const timeZone = timeZoneOf(owner.user.region);
  if (kind === 'blocking') throw new AppError('RIGHTS_REQUEST_NOT_EXTENDABLE');
  if (status === 'extended') throw new AppError('RIGHTS_REQUEST_EXTENDED');
  if (dayIn(timeZone, at) > request.dueOn) throw new AppError('RIGHTS_REQUEST_OVERDUE');
  const dueOn = extendedAnswerDay(request.dueOn);
  const remindAt = reminderAt(kind, timeZone, dueOn);
  await storeExtension(tx, id, { reason, dueOn, remindAt }, deps.cipher, at);
}
