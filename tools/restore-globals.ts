import { afterAll, vi } from 'vitest';

// The unit tests share their workers: a global that one file replaces must not reach the next file.
afterAll(() => void vi.unstubAllGlobals());
