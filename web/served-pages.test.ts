import { expect, test } from 'vitest';
import { PATHS } from '#web/platform/paths.ts';
import { routePaths } from '#web/prerender.tsx';
import { pageMap } from '#web/served-pages.ts';

test('every path has its page in the route table', () => {
  expect(routePaths.toSorted()).toEqual(Object.values(PATHS).toSorted());
});

test('every page of the route table is answered by a file: its own, or the shell behind the login', () => {
  const { pages, shellPaths } = pageMap(routePaths);
  expect([...Object.keys(pages), ...shellPaths].toSorted()).toEqual(routePaths.toSorted());
  expect(pages['/terminos']).toBe('terminos.html');
  expect(shellPaths).toContain('/dashboard/pacientes/:id');
});

test('a page that nothing would serve stops the build', () => {
  expect(() => pageMap([...routePaths, '/comprobar/:code'])).toThrow('No file answers /comprobar/:code');
  expect(() => pageMap([...routePaths, '/dashboards'])).toThrow('No file answers /dashboards');
});
