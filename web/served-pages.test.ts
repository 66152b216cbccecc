import { expect, test } from 'vitest';
import { PATHS } from '#web/platform/paths.ts';
import { routePaths } from '#web/prerender.tsx';
import { pageMap } from '#web/served-pages.ts';

test('every path has a route', () => {
  expect(routePaths.toSorted()).toEqual(Object.values(PATHS).toSorted());
});

test('every route is answered by its own file, by a renderer or, behind the login, by the shell', () => {
  const { pages, booking, shellPaths } = pageMap(routePaths);
  expect([...Object.keys(pages), booking.path, ...shellPaths].toSorted()).toEqual(routePaths.toSorted());
  expect(pages['/terminos']).toBe('terminos.html');
  expect(shellPaths).toContain('/dashboard/pacientes/:id');
});

test('the build fails for a route that no file answers', () => {
  expect(() => pageMap([...routePaths, '/comprobar/:code'])).toThrow('No file answers /comprobar/:code');
  expect(() => pageMap([...routePaths, '/dashboards'])).toThrow('No file answers /dashboards');
});
