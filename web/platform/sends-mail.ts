import { createContext, use } from 'react';

/** Set while a page is prerendered for installations that send mail. */
export const SendsMailContext = createContext<boolean | undefined>(undefined);

/** Whether this installation sends mail. The server states it in an attribute of the document. */
export function useSendsMail(): boolean {
  const prerendered = use(SendsMailContext);
  if (prerendered !== undefined) return prerendered;
  return typeof document !== 'undefined' && document.documentElement.dataset.mail === 'on';
}
