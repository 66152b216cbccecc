import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router';
import { LayoutSkeleton } from '#web/app/layout-skeleton.tsx';
import { routes } from '#web/app/routes.tsx';
import { SendsMailContext } from '#web/platform/sends-mail.ts';
import { type Rendered, splitHead } from '#web/split-head.ts';

export async function renderPage(path: string, sendsMail = false): Promise<Rendered> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://prerender${path}`));
  if (context instanceof Response) throw new Error(`${path} answers a redirect`);
  if (context.errors) throw Object.values(context.errors)[0];
  const router = createStaticRouter(handler.dataRoutes, context);
  return splitHead(
    renderToString(
      <StrictMode>
        <SendsMailContext value={sendsMail}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </SendsMailContext>
      </StrictMode>,
    ),
  );
}

const pathsOf = (table: RouteObject[]): string[] =>
  table.flatMap(({ path, children = [] }) => [...(path && path !== '*' ? [path] : []), ...pathsOf(children)]);

/** The path of every route. */
export const routePaths = pathsOf(routes);

/** The content of the shell until the application starts. */
export const renderShell = (): string => renderToString(<LayoutSkeleton />);
