import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Patient } from '#contract/patients';
import { currentProfessional } from '#web/platform/professional.ts';

const MAX = 5;

export type FoundPatient = Pick<Patient, '_id' | 'name' | 'socialName' | 'rut' | 'documentType'>;

/** The patients of each professional are a list of their own. */
const recentPatients = () =>
  ({
    queryKey: ['recent-patients', currentProfessional()],
    queryFn: (): readonly FoundPatient[] => [],
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  }) as const;

/**
 * The patients whose profile was last opened in this tab, the last one first. In memory only: no name of a patient stays
 * in the browser, and the cache is emptied when the session ends.
 */
export const useRecentPatients = (): readonly FoundPatient[] => useQuery(recentPatients()).data ?? [];

export function useRememberRecentPatient({ _id, name, socialName, rut, documentType }: FoundPatient): void {
  const cache = useQueryClient();
  useEffect(() => {
    cache.setQueryDefaults(recentPatients().queryKey, recentPatients());
    const opened = { _id, name, socialName, rut, documentType };
    change(cache, (known) => [opened, ...without(known, _id)].slice(0, MAX));
  }, [cache, _id, name, socialName, rut, documentType]);
}

export const forgetRecentPatient = (cache: QueryClient, id: string): void =>
  change(cache, (known) => without(known, id));

/** For when it is not known which patients are gone. */
export const forgetRecentPatients = (cache: QueryClient): void => change(cache, () => []);

const without = (patients: readonly FoundPatient[], id: string) => patients.filter(({ _id }) => _id !== id);

const change = (cache: QueryClient, next: (known: readonly FoundPatient[]) => readonly FoundPatient[]): void =>
  void cache.setQueryData<readonly FoundPatient[]>(recentPatients().queryKey, (known = []) => next(known));
