import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { findOpenSession, type Session } from './auth.store.ts';
import { lacksSecondFactor } from './current-user.service.ts';
import { findGrant, type Grant, touchGrant, touchGrants } from './grants.store.ts';
import type { Owner } from './owner.ts';
import type { SessionCache } from './session-cache.ts';
import { type SessionLimits, sessionLimits } from './session-limits.ts';
import { touchSession } from './sessions.store.ts';

/** Activity is stored at most once a minute: statistics need no more. */
const ACTIVITY_INTERVAL_MS = 60_000;
const PROOF_IS_FRESH_MS = 15 * 60_000;

type GuardDeps = Pick<Deps, 'identity' | 'accessTokens' | 'now' | 'diskFloor' | 'requiresAdminSecondFactor'> & {
  sessions: SessionCache;
};

type Guarded = Pick<Endpoint, 'access' | 'assistants' | 'allowsTemporaryPassword' | 'needsFreshProof'>;

interface Caller {
  authorization: string | undefined;
  /** The id of the professional for whom an assistant calls. Ignored for everybody else. */
  professional: string | undefined;
  address: string;
}

/**
 * Finds the caller by the bearer token. An ended session is refused at once by the process that ended it, and by the
 * others when they are notified, at most two seconds later.
 */
export async function authenticate(
  deps: GuardDeps,
  { authorization, professional, address }: Caller,
  endpoint: Guarded,
): Promise<Owner> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const now = deps.now();
  const sessionId = token && (await deps.accessTokens.sessionOf(token, now));
  const limits = sessionLimits(now);
  const session =
    sessionId && (await deps.sessions(sessionId, () => findOpenSession(deps.identity, sessionId, limits)));
  if (!session || hasEnded(session, limits)) throw new AppError('NOT_SIGNED_IN');
  if (session.user.mustChangePassword && !endpoint.allowsTemporaryPassword) {
    throw new AppError('PASSWORD_CHANGE_REQUIRED');
  }
  requireAccess(deps, session, endpoint);
  const grant = actsForProfessional(session, endpoint)
    ? await requireGrant(deps, { accountId: session.id, professional }, endpoint)
    : undefined;
  if (endpoint.needsFreshProof) requireFreshProof(session, now);
  await storeActivity(deps, session, grant, now);
  return { ...session, ...grant?.professional, hidesMoney: grant?.canCharge === false, address };
}

/** Whether the account may use the endpoint, whichever professional it names. */
function requireAccess(deps: GuardDeps, { role, user }: Session, { access, assistants }: Guarded): void {
  if (role === 'assistant') {
    if (access !== 'assistant' && !assistants) throw new AppError('ASSISTANT_FORBIDDEN');
    return;
  }
  if (access === 'assistant') throw new AppError('NOT_ALLOWED');
  if (access !== 'admin') return;
  if (role !== 'admin') throw new AppError('NOT_ALLOWED');
  if (lacksSecondFactor(deps, user)) throw new AppError('SECOND_FACTOR_REQUIRED');
}

const actsForProfessional = ({ role }: Session, { access, assistants }: Guarded): boolean =>
  role === 'assistant' && access !== 'assistant' && assistants !== 'own-account';

const ProfessionalId = z.uuid();

/** Reads the database at every request, so that an access is refused from the next request after its end. */
async function requireGrant(
  deps: Pick<Deps, 'identity'>,
  { accountId, professional }: { accountId: string; professional: string | undefined },
  { assistants }: Guarded,
): Promise<Grant> {
  if (!professional) throw new AppError('PROFESSIONAL_REQUIRED');
  const { data: professionalId } = ProfessionalId.safeParse(professional);
  const grant = professionalId && (await findGrant(deps.identity, { accountId, professionalId }));
  if (!grant) throw new AppError('ASSISTANT_FORBIDDEN');
  const isPermission = assistants === 'canEditPatients' || assistants === 'canCharge';
  if (isPermission && !grant[assistants]) throw new AppError('ASSISTANT_FORBIDDEN');
  return grant;
}

/** On a disk that is nearly full, a read writes nothing. */
async function storeActivity(deps: GuardDeps, session: Session, grant: Grant | undefined, now: Date): Promise<void> {
  if (deps.diskFloor.isLow()) return;
  if (isOutdated(session.lastSeenAt, now)) {
    await touchSession(deps.identity, session.sessionId, now);
    session.lastSeenAt = now;
  }
  if (grant && isOutdated(grant.lastSeenAt, now)) await touchGrant(deps.identity, grant.id, now);
}

/** The assistant has looked at the agenda of every professional at once. */
export async function storeVisits(
  deps: Pick<Deps, 'identity' | 'diskFloor' | 'now'>,
  { actorId }: Pick<Owner, 'actorId'>,
): Promise<void> {
  if (deps.diskFloor.isLow()) return;
  const now = deps.now();
  await touchGrants(deps.identity, actorId, { now, seenBefore: new Date(now.getTime() - ACTIVITY_INTERVAL_MS) });
}

const isOutdated = (at: Date | undefined, now: Date): boolean =>
  !at || now.getTime() - at.getTime() > ACTIVITY_INTERVAL_MS;

/** A remembered session may have ended since it was read. */
const hasEnded = (
  { lastSeenAt, startedAt, endsAt }: Session,
  { usedSince, startedSince, now }: SessionLimits,
): boolean => lastSeenAt <= usedSince || startedAt <= startedSince || (endsAt !== undefined && endsAt <= now);

/**
 * Refuses a session that was left open: its user must prove again who they are. A proof from a time when the clock was
 * ahead would stay fresh for as long as the clock was, so the distance counts in both directions.
 */
export function requireFreshProof({ provedAt }: Pick<Owner, 'provedAt'>, now: Date): void {
  if (Math.abs(now.getTime() - provedAt.getTime()) > PROOF_IS_FRESH_MS) throw new AppError('REAUTHENTICATE');
}
