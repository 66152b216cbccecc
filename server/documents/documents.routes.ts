import * as api from '#contract/documents';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { verifyDocument } from './verification.service.ts';

export function documentsRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.verifyDocument, ({ params }) => verifyDocument(deps, params.code));
}
