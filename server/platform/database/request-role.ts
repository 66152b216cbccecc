import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Says whether the running code serves a request of an assistant, whose transactions then run as a role without rights on
 * the clinical record. An argument could be forgotten by one of the services that would have to pass it on.
 */
const requests = new AsyncLocalStorage<true>();

export const serveAsAssistant = <T>(serve: () => T): T => requests.run(true, serve);

export const isServingAssistant = (): boolean => requests.getStore() ?? false;
