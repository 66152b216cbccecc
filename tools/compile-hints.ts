import type { Plugin } from 'vite';

const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/** In characters after minifying: a smaller file is not worth the bytes. */
const LEAST = 3500;

/** Data, and a library of which little is called. */
const LEFT_OUT = ['common-passwords', 'pdf-pages'];

/**
 * V8 compiles every function of such a file while it loads the file, on another thread, and not one by one during the first
 * navigation.
 */
const withCompileHint = ({ name, code }: { name: string; code: string }): string =>
  code.length < LEAST || LEFT_OUT.includes(name) ? code : `${COMPILE_HINT}\n${code}`;

export const compileHints: Plugin = {
  name: 'compile-hints',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  // The names of files contain a hash of their code, which is taken before. Browsers keep a file as long as its name.
  augmentChunkHash: () => JSON.stringify([COMPILE_HINT, LEAST, LEFT_OUT]),
  generateBundle: {
    // V8 reads the comment in the first line only, and Vite puts lines of its own there.
    order: 'post',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = withCompileHint(file);
    },
  },
};
