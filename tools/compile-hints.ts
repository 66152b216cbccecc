import type { Plugin } from 'vite';

const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/** In characters after minifying. The application has some 390,000. */
const HINTED = { from: 3500, to: 400_000 };

/**
 * V8 compiles every function of such a file while it loads the file, on another thread, and not one by one during the first
 * navigation. pdf.js is left out, because most of it is never called, and small files are not worth the bytes.
 */
const withCompileHint = (code: string): string =>
  code.length < HINTED.from || code.length > HINTED.to ? code : `${COMPILE_HINT}\n${code}`;

export const compileHints: Plugin = {
  name: 'compile-hints',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  // The names of files contain a hash of their code, which is taken before. Browsers keep a file as long as its name.
  augmentChunkHash: () => JSON.stringify([COMPILE_HINT, HINTED]),
  generateBundle: {
    // V8 reads the comment in the first line only, and Vite puts lines of its own there.
    order: 'post',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = withCompileHint(file.code);
    },
  },
};
