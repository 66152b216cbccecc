/**
 * Every advisory lock of the product but that of an owner, which is a hash. Two purposes with one number would wait for
 * each other. Processes of several releases may run at once, so a number keeps its meaning.
 */
export const ADVISORY_LOCKS = {
  dataFolder: 7461626,
  migrations: 7461627,
  keys: 7461628,
  backups: 7461629,
  cie10: 7461630,
  seals: 7461631,
  pushSubscriptions: 7461632,
} as const;
