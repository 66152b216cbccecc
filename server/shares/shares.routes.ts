import * as api from '#contract/shares';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind, Sender } from '#server/platform/http/bind';
import { describeShare, openShare } from './open-share.service.ts';
import { createSharedFileReader, type SharedFileDeps } from './shared-file.service.ts';
import { createShare, listBlockedShares, listShares, revokeShare, type SharesDeps } from './shares.service.ts';

export function sharesRoutes(bind: Bind<Owner>, deps: Deps & SharesDeps & SharedFileDeps): void {
  bind(api.createShare, ({ owner, params, body }) => createShare(deps, owner, params.id, body));
  bind(api.listShares, ({ owner, params }) => listShares(deps, owner, params.id));
  bind(api.revokeShare, ({ owner, params }) => revokeShare(deps, owner, params.id));
  bind(api.listBlockedShares, ({ owner }) => listBlockedShares(deps, owner));

  const readFile = createSharedFileReader(deps);
  bind(api.getSharedLink, ({ params }) => describeShare(deps, params.token));
  bind(api.openShare, ({ params, sender, body }) =>
    openShare(deps, { token: params.token, address: sender.address }, body.birthDate),
  );
  bind(api.getSharedDocument, ({ params, sender }) =>
    readFile({ ...params, address: sender.address, ticket: bearerOf(sender), isShown: true }),
  );
  bind(api.submitForSharedDocument, ({ params, sender, body }) =>
    readFile({
      ...params,
      address: sender.address,
      ticket: body.ticket,
      isShown: body.disposition === 'inline',
    }),
  );
}

const bearerOf = ({ headers }: Sender): string => /^Bearer (\S+)$/i.exec(String(headers.authorization))?.[1] ?? '';
