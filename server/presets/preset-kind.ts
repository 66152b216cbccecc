import type { ErrorCode } from '#contract/errors';
import { fold } from '#contract/fold';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { type PresetTable, presetsStore, type StoredName, type StoredPreset } from './presets.store.ts';

export type PresetsDeps = Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now'>;

interface Kind<Content> {
  /** The first part of its acts in the access log. */
  name: 'note-template' | 'prescription-favourite';
  table: PresetTable;
  max: number;
  tooMany: ErrorCode;
  /** The refusal of a name that another one has. Undefined where names may be equal. */
  nameTaken?: ErrorCode;
  /** The maximum size of all contents together, for contents that may be long. */
  limit?: { bytes: number; error: ErrorCode };
  /** In place of a content that cannot be decrypted. */
  undecryptable: Content;
}

interface Preset {
  _id: string;
  name: string;
  undecryptable: true | undefined;
}

const SPANISH = new Intl.Collator('es');
const byName = (one: Preset, other: Preset) => SPANISH.compare(one.name, other.name) || (one._id < other._id ? -1 : 1);

/** Presets: what a professional keeps under a name to copy it into notes. Nothing refers to one, so it can be deleted. */
export function presetsOf<Content extends object>(kind: Kind<Content>) {
  const store = presetsStore<Content>(kind.table);
  const toReply = ({ id, name, content }: StoredPreset<Content>): Content & Preset => ({
    ...(content ?? kind.undecryptable),
    _id: id,
    name: name ?? UNDECRYPTABLE_TEXT,
    undecryptable: name === undefined || content === undefined ? true : undefined,
  });
  const refuseTakenName = (others: readonly StoredName[], name: string) => {
    const { nameTaken } = kind;
    // Names that differ in case and accents alone are the same to a reader.
    const isTaken = others.some((other) => other.name !== undefined && fold(other.name) === fold(name));
    if (nameTaken && isTaken) throw new AppError(nameTaken);
  };
  /** A content that is not longer than the one it replaces is accepted: it may have been stored under another limit. */
  const refuseTooLong = (others: readonly StoredName[], content: Content, current = 0) => {
    const { limit } = kind;
    const bytes = Buffer.byteLength(JSON.stringify(content));
    const total = others.reduce((sum, other) => sum + other.bytes, bytes);
    if (limit && bytes > current && total > limit.bytes) throw new AppError(limit.error);
  };
  return {
    list: (deps: Pick<PresetsDeps, 'tenantRead' | 'cipher'>, owner: Owner): Promise<(Content & Preset)[]> =>
      deps.tenantRead(owner.id, async (db) => (await store.all(db, deps.cipher)).map(toReply).sort(byName)),

    create(deps: PresetsDeps, owner: Owner, name: string, content: Content): Promise<Content & Preset> {
      const at = deps.now();
      const id = uuidv7(at);
      return deps.tenantTransaction(owner.id, async (tx) => {
        await lockOwner(tx);
        const others = await store.names(tx, deps.cipher);
        if (others.length >= kind.max) throw new AppError(kind.tooMany);
        refuseTakenName(others, name);
        refuseTooLong(others, content);
        await store.insert(tx, id, { name, content }, deps.cipher, at);
        await record(tx, { ...actBy(owner, id), act: `${kind.name}.created`, at });
        return toReply({ id, name, content });
      });
    },

    update(deps: PresetsDeps, owner: Owner, id: string, name: string, content: Content): Promise<Content & Preset> {
      return deps.tenantTransaction(owner.id, async (tx) => {
        await lockOwner(tx);
        const [current, all] = await Promise.all([store.find(tx, id, deps.cipher), store.names(tx, deps.cipher)]);
        if (!current) throw new AppError('NOT_FOUND');
        // A damaged value is kept: a backup may still have its key.
        if (toReply(current).undecryptable) throw new AppError('UNDECRYPTABLE');
        const others = all.filter((one) => one.id !== id);
        refuseTakenName(others, name);
        refuseTooLong(others, content, all.find((one) => one.id === id)?.bytes);
        await store.replace(tx, id, { name, content }, deps.cipher);
        await record(tx, { ...actBy(owner, id), act: `${kind.name}.updated`, at: deps.now() });
        return toReply({ id, name, content });
      });
    },

    remove(deps: PresetsDeps, owner: Owner, id: string): Promise<undefined> {
      return deps.tenantTransaction(owner.id, async (tx) => {
        if (!(await store.remove(tx, id))) throw new AppError('NOT_FOUND');
        await record(tx, { ...actBy(owner, id), act: `${kind.name}.deleted`, at: deps.now() });
        return undefined;
      });
    },
  };
}
