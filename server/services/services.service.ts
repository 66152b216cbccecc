import { UNKNOWN_SERVICE } from '#contract/agenda';
import { fold } from '#contract/fold';
import { MAX_SERVICES, type NewService, type Service } from '#contract/services';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { allServices, findService, insertService, removeService, replaceService } from './services.store.ts';

type ServicesDeps = Pick<Deps, 'tenantTransaction' | 'now'>;

const SPANISH = new Intl.Collator('es', { numeric: true });

export const listServices = (deps: Pick<Deps, 'tenantRead'>, owner: Owner): Promise<Service[]> =>
  deps.tenantRead(owner.id, async (db) => sorted(await allServices(db)));

const sorted = (services: readonly Service[]): Service[] =>
  services.toSorted((a, b) => SPANISH.compare(a.name, b.name) || (a._id < b._id ? -1 : 1));

export function createService(deps: ServicesDeps, owner: Owner, service: NewService): Promise<Service> {
  const at = deps.now();
  const id = uuidv7(at);
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const others = await allServices(tx);
    if (others.length >= MAX_SERVICES) throw new AppError('TOO_MANY_SERVICES');
    refuseTakenName(others, service);
    await insertService(tx, id, service, at);
    await record(tx, { ...actBy(owner, id), act: 'service.created', at });
    return { _id: id, ...service };
  });
}

export function updateService(deps: ServicesDeps, owner: Owner, id: string, service: NewService): Promise<Service> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const all = await allServices(tx);
    if (!all.some(({ _id }) => _id === id)) throw new AppError('NOT_FOUND');
    refuseTakenName(
      all.filter(({ _id }) => _id !== id),
      service,
    );
    await replaceService(tx, id, service);
    await record(tx, { ...actBy(owner, id), act: 'service.changed', at: deps.now() });
    return { _id: id, ...service };
  });
}

export function deleteService(deps: ServicesDeps, owner: Owner, id: string): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    if (!(await removeService(tx, id))) throw new AppError('NOT_FOUND');
    await record(tx, { ...actBy(owner, id), act: 'service.deleted', at: deps.now() });
    return undefined;
  });
}

/** The services that patients may book, by name. */
export const bookableServices = async (db: OwnerSql): Promise<Service[]> =>
  sorted((await allServices(db)).filter(({ bookable }) => bookable));

/** Undefined for an unknown one, and for one that only the professional books. */
async function findBookableService(db: OwnerSql, id: string): Promise<Service | undefined> {
  const service = await findService(db, id);
  return service?.bookable ? service : undefined;
}

export async function requireBookableService(db: OwnerSql, id: string): Promise<Service> {
  const service = await findBookableService(db, id);
  if (!service) throw new AppError('INVALID_INPUT', { fields: { serviceId: UNKNOWN_SERVICE } });
  return service;
}

/** Whether patients are never seen at a place. False without any service. */
export async function areAllRemote(db: OwnerSql): Promise<boolean> {
  const services = await allServices(db);
  return services.length > 0 && services.every(({ modality }) => modality === 'remote');
}

export const namesOfServices = async (db: OwnerSql): Promise<Map<string, string>> =>
  new Map((await allServices(db)).map(({ _id, name }) => [_id, name]));

/** The service that an appointment names. */
export async function requireService(db: OwnerSql, id: string): Promise<Service> {
  const service = await findService(db, id);
  if (!service) throw new AppError('INVALID_INPUT', { fields: { serviceId: UNKNOWN_SERVICE } });
  return service;
}

/** Patients choose by the name. Names that differ in case and accents alone are the same to a reader. */
function refuseTakenName(others: readonly Service[], { name }: NewService): void {
  if (others.some((other) => fold(other.name) === fold(name))) throw new AppError('SERVICE_EXISTS');
}
