/** The regions of Chile from north to south. */
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

/** Magallanes has no daylight saving time since 2017, Aysén since 2025. All other regions use the Santiago zone. */
export function timeZoneOf(region: Region | undefined): string {
  if (region === 'Región de Magallanes y de la Antártica Chilena') return 'America/Punta_Arenas';
  if (region === 'Región de Aysén del General Carlos Ibáñez del Campo') {
    coyhaique ??= knownZone('America/Coyhaique');
    return coyhaique;
  }
  return 'America/Santiago';
}

/** Found out when it is first needed: making a format takes time. */
let coyhaique: string | undefined;

const ZONE_NAMES: Record<string, string> = {
  'America/Santiago': 'hora de Chile continental',
  'America/Punta_Arenas': 'hora de Magallanes',
  'America/Coyhaique': 'hora de Aysén',
};

/** What patients call the time of a zone. */
export const zoneName = (timeZone: string): string => ZONE_NAMES[timeZone] ?? timeZone;

/** ' (hora de Magallanes)', and nothing for the zone of most regions. */
export const regionalZoneNote = (timeZone: string): string =>
  timeZone === timeZoneOf(undefined) ? '' : ` (${zoneName(timeZone)})`;

/** Browsers from before 2025 lack America/Coyhaique. America/Punta_Arenas has the same offset. */
export function knownZone(timeZone: string): string {
  const isKnown = knownZones.get(timeZone) ?? isKnownZone(timeZone);
  knownZones.set(timeZone, isKnown);
  return isKnown ? timeZone : 'America/Punta_Arenas';
}

/** A list of hours asks for each of them, and finding out takes time. */
const knownZones = new Map<string, boolean>();

function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('es', { timeZone });
    return true;
  } catch {
    return false;
  }
}
