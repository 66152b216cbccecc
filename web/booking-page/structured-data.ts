import type { BookingPage } from '#contract/booking';
import { singularProfession } from '#contract/professions';

/** The kinds of schema.org. A profession without a kind of its own is a MedicalBusiness. */
const KINDS: Partial<Record<string, string>> = {
  'Médicos/as': 'Physician',
  'Odontólogos/as': 'Dentist',
  'Kinesiólogos/as/Fisioterapeutas': 'Physiotherapy',
  'Enfermeros/as': 'Nursing',
  Nutricionistas: 'DietNutrition',
};

/** The page for search engines, as JSON-LD. */
export function structuredData({ professional, services }: BookingPage, url: string) {
  const { name, profession, specialty, city } = professional;
  const jobTitle = singularProfession(profession);
  return {
    '@context': 'https://schema.org',
    '@type': KINDS[profession] ?? 'MedicalBusiness',
    name,
    description: [jobTitle, specialty].filter(Boolean).join(', '),
    url,
    address: { '@type': 'PostalAddress', addressLocality: city, addressCountry: 'CL' },
    // The kinds are of a business, and only a person has a profession.
    employee: jobTitle ? { '@type': 'Person', name, jobTitle } : undefined,
    makesOffer: services.map(toOffer),
    potentialAction: { '@type': 'ReserveAction', target: url, name: 'Reservar una hora' },
  };
}

/** A price that is agreed with the patient is left out. */
const toOffer = ({ name, description, price }: BookingPage['services'][number]) => ({
  '@type': 'Offer',
  itemOffered: { '@type': 'Service', name, description },
  ...(price === null ? {} : { price, priceCurrency: 'CLP' }),
});
