import { Id } from '#contract/wire';

/** Imported on demand to download zod and the schemas, which are one file of the build. */
export const anySchema = Id;
