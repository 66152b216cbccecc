import * as api from '#contract/attachments';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import {
  type AddingDeps,
  addAttachment,
  deleteAttachment,
  listAttachments,
  openAttachment,
} from './attachments.service.ts';

export function attachmentsRoutes(bind: Bind<Owner>, deps: Deps & AddingDeps): void {
  bind(api.listAttachments, ({ owner, params, query }) => listAttachments(deps, owner, params.id, query));
  bind(api.addAttachment, ({ owner, params, body }) => addAttachment(deps, owner, params.id, body));
  bind(api.getAttachment, ({ owner, params }) => openAttachment(deps, owner, params.id));
  bind(api.deleteAttachment, ({ owner, params }) => deleteAttachment(deps, owner, params.id));
}
