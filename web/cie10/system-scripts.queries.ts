import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  adminCie10Stats,
  type Cie10Counts,
  cie10Stats,
  expandCie10,
  initializeCie10,
  searchCie10,
} from '#contract/cie10';
import { call, queryFor } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/api-error.ts';

const catalogueStats = queryFor(
  adminCie10Stats,
  {},
  { failed: 'No se pudo cargar el estado de la base de datos CIE-10' },
);

export const useCatalogueStats = () => useQuery(catalogueStats);

export type Script = 'initialize' | 'expand';

export interface ScriptResult {
  message: string;
  counts: Cie10Counts;
}

const SCRIPTS = {
  initialize: {
    run: async (): Promise<ScriptResult> => {
      const { message, ...counts } = await call(initializeCie10);
      return { message, counts };
    },
    done: 'Base de datos CIE-10 inicializada correctamente',
    failed: 'Error al inicializar la base de datos CIE-10',
  },
  expand: {
    run: async (): Promise<ScriptResult> => {
      const { message, stats } = await call(expandCie10);
      return { message, counts: stats };
    },
    done: 'Base de datos CIE-10 expandida correctamente',
    failed: 'Error al expandir la base de datos CIE-10',
  },
} as const;

const RUNS = 'cie10-script';

export function useRunScript(script: Script) {
  const cache = useQueryClient();
  const { run, ...texts } = SCRIPTS[script];
  return useMutation({
    mutationKey: [RUNS, script],
    mutationFn: run,
    meta: texts,
    onSuccess: ({ counts }) => cache.setQueryData(catalogueStats.queryKey, { count: counts.total }),
    // After a failure too: the run may have succeeded although its reply was lost.
    onSettled: () => {
      for (const { path } of [adminCie10Stats, cie10Stats, searchCie10]) {
        void cache.invalidateQueries({ queryKey: [path] });
      }
    },
  });
}

export interface Run {
  script: Script;
  running: boolean;
  result: ScriptResult | undefined;
  error: Error | null;
}

/** The latest run, also if the page was left and opened again meanwhile. */
export const useLastRun = (): Run | undefined =>
  useMutationState({
    filters: { mutationKey: [RUNS] },
    select: ({ options, state }): Run => ({
      script: options.mutationKey?.[1] as Script,
      running: state.status === 'pending',
      result: state.data as ScriptResult | undefined,
      error: state.error,
    }),
  }).at(-1);

/** Why a run failed: the server's message, or a default. */
export const failureOf = ({ script, error }: Run): string =>
  (error instanceof ApiError && error.reply.error) || SCRIPTS[script].failed;
