import '@testing-library/jest-dom/vitest';
import { act, cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { queryClient } from '#web/platform/query-client.ts';

// The files of a worker share their modules: what one test leaves must not reach the next.
afterEach(() => {
  act(() => document.querySelector<HTMLElement>('.toast button')?.click());
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});
