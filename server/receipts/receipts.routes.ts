import * as api from '#contract/receipts';
import type { Owner } from '#server/auth/owner';
import type { PrintingDeps } from '#server/documents/documents.service';
import type { Bind } from '#server/platform/http/bind';
import { printReceipt } from './receipts.service.ts';

export function receiptsRoutes(bind: Bind<Owner>, deps: PrintingDeps): void {
  bind(api.printReceipt, ({ owner, params }) => printReceipt(deps, owner, params.id));
}
