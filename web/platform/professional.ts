import { createContext, use } from 'react';
import type { Professional } from '#contract/assistants';
import type { Endpoint } from '#contract/endpoint';
import { PROFESSIONAL } from '#web/platform/paths.ts';

/** The professional for whom an assistant works in this tab. Undefined for everybody else. */
export const ProfessionalContext = createContext<Professional | undefined>(undefined);

export const useProfessional = (): Professional | undefined => use(ProfessionalContext);

export const useIsAssistant = (): boolean => useProfessional() !== undefined;

/** Professionals edit their own patients. Assistants edit the patients of a professional who allows it. */
export const useCanEditPatients = (): boolean => useProfessional()?.canEditPatients ?? true;

/** Professionals charge their own patients. Without the right, an assistant sees nothing of money. */
export const useCanCharge = (): boolean => useProfessional()?.canCharge ?? true;

let current: string | undefined;

/** The id of the professional, for requests. */
export const currentProfessional = (): string | undefined => current;

export function setCurrentProfessional(id: string | undefined): void {
  current = id;
}

export interface ForProfessional {
  /** The id of the professional for whom an assistant calls. Left out, it is the professional of this tab. */
  professional?: string | undefined;
}

/** Names the professional in a request, where the endpoint asks for one. A request that is repeated keeps the name. */
export function nameProfessional<R extends ForProfessional>({ assistants }: Endpoint, request: R): R {
  const professional = request.professional ?? current;
  return professional && assistants && assistants !== 'own-account' ? { ...request, professional } : request;
}

type Address = { pathname?: string; search?: string; hash?: string };

/** Names the professional in an address that names none. */
export function withProfessional(address: Address, id: string): Address {
  const search = new URLSearchParams(address.search);
  if (search.has(PROFESSIONAL)) return address;
  search.set(PROFESSIONAL, id);
  return { ...address, search: `?${search}` };
}

const listeners = new Set<() => void>();

/** Called when the server refuses a request of an assistant: a professional may have ended their access. */
export function onAssistantRefused(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function reportAssistantRefused(): void {
  for (const listener of listeners) listener();
}
