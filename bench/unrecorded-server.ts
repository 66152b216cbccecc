import { getPatient } from '#contract/patients';

/** The product, without recording that a patient was opened. */
delete (getPatient as { recordsRead?: unknown }).recordsRead;
await import('#server/main');
