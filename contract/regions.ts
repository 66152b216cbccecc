/** From north to south, as Chileans list them. */
export const REGIONS = [
  'Región de Arica y Parinacota',
  'Región de Tarapacá',
  'Región de Antofagasta',
  'Región de Atacama',
  'Región de Coquimbo',
  'Región de Valparaíso',
  'Región Metropolitana',
  "Región del Libertador General Bernardo O'Higgins",
  'Región del Maule',
  'Región de Ñuble',
  'Región del Biobío',
  'Región de La Araucanía',
  'Región de Los Ríos',
  'Región de Los Lagos',
  'Región de Aysén del General Carlos Ibáñez del Campo',
  'Región de Magallanes y de la Antártica Chilena',
] as const;
export type Region = (typeof REGIONS)[number];

/** Magallanes left the clock changes in 2017 and Aysén in 2025; the rest of the mainland follows Santiago. */
export function timeZoneOf(region: Region | undefined): string {
  if (region === 'Región de Magallanes y de la Antártica Chilena') return 'America/Punta_Arenas';
  if (region === 'Región de Aysén del General Carlos Ibáñez del Campo') return COYHAIQUE;
  return 'America/Santiago';
}

const COYHAIQUE = knownZone('America/Coyhaique');

/** A browser from before 2025 does not know Coyhaique; Punta Arenas keeps the same hour. */
export function knownZone(timeZone: string): string {
  return isKnownZone(timeZone) ? timeZone : 'America/Punta_Arenas';
}

function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('es', { timeZone });
    return true;
  } catch {
    return false;
  }
}
