import * as api from '#contract/documents';
import * as settings from '#contract/print-settings';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { getPrintSettings, putPrintSettings } from './print-settings.service.ts';
import { verifyDocument } from './verification.service.ts';

export function documentsRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.verifyDocument, ({ params }) => verifyDocument(deps, params.code));
  bind(settings.getPrintSettings, ({ owner }) => getPrintSettings(deps, owner));
  bind(settings.putPrintSettings, ({ owner, body }) => putPrintSettings(deps, owner, body));
}
