import * as api from '#contract/certificates';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import {
  createCertificateTemplate,
  listCertificateTemplates,
  updateCertificateTemplate,
} from './certificate-templates.service.ts';
import {
  type CertificatesDeps,
  cancelCertificate,
  certificates,
  createCertificate,
  finalizeCertificate,
  getCertificate,
  printCertificate,
  updateCertificate,
} from './certificates.service.ts';

export function certificatesRoutes(bind: Bind<Owner>, deps: CertificatesDeps): void {
  bind(api.listCertificates, ({ owner, params }) => certificates.list(deps, owner, params.id));
  bind(api.getCertificate, ({ owner, params }) => getCertificate(deps, owner, params.id));
  bind(api.createCertificate, ({ owner, body }) => createCertificate(deps, owner, body));
  bind(api.updateCertificate, ({ owner, params, body }) => updateCertificate(deps, owner, params.id, body));
  bind(api.finalizeCertificate, ({ owner, params, body }) =>
    finalizeCertificate(deps, owner, params.id, body?.version),
  );
  bind(api.printCertificate, ({ owner, params }) => printCertificate(deps, owner, params.id));
  bind(api.cancelCertificate, ({ owner, params }) => cancelCertificate(deps, owner, params.id));
  bind(api.listCertificateTemplates, ({ owner }) => listCertificateTemplates(deps, owner));
  bind(api.createCertificateTemplate, ({ owner, body }) => createCertificateTemplate(deps, owner, body));
  bind(api.updateCertificateTemplate, ({ owner, params, body }) =>
    updateCertificateTemplate(deps, owner, params.id, body.content),
  );
}
