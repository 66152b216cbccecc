import * as api from '#contract/signature';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import {
  deleteSignature,
  signatureImage,
  signatureInfo,
  toggleSignature,
  uploadSignature,
} from './signature.service.ts';

export function signatureRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.uploadSignature, ({ owner, body }) => uploadSignature(deps, owner, body.signature));
  bind(api.deleteSignature, ({ owner }) => deleteSignature(deps, owner));
  bind(api.getSignatureInfo, ({ owner }) => signatureInfo(deps, owner));
  bind(api.getSignatureImage, ({ owner }) => signatureImage(deps, owner));
  bind(api.toggleSignature, ({ owner, body }) => toggleSignature(deps, owner, body.useSignature));
}
