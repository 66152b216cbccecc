import type { NoticeKind } from '#contract/notice-content';
import type { OwnerTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { insertNotice } from './notices.store.ts';

/** What happened to a professional: the kind, and the day that the agenda shows after a press. */
interface Notice {
  kind: NoticeKind;
  day: string;
}

/** Queues a notice in the transaction of the act: both are committed, or neither. */
export const enqueueNotice = (tx: OwnerTx, notice: Notice, at: Date): Promise<void> =>
  insertNotice(tx, { ...notice, id: uuidv7(at), at });
