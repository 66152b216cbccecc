import type { z } from 'zod';
import { ageOn } from '#contract/days';
import type { PatientInput } from '#contract/patients';
import { checkDigit } from '#contract/rut';
import type { Random } from './random.ts';

export type DemoPatient = z.input<typeof PatientInput> & { sex: 'femenino' | 'masculino' };

const WOMEN =
  `María José,Camila,Francisca,Javiera,Catalina,Constanza,Valentina,Antonia,Isidora,Martina,Sofía,Fernanda,Daniela,
Carolina,Paula,Claudia,Marcela,Patricia,Verónica,Ximena,Lorena,Paola,Gloria,Sandra,Alejandra,Rosa Elena,Juana,Ana María,
Luz Eliana,Teresa,Gladys,Norma,Marta,Silvia,Elena,Emilia,Agustina,Florencia,Trinidad,Rayén`.split(/,\s*/);
const MEN =
  `José Luis,Juan Carlos,Diego,Matías,Benjamín,Vicente,Martín,Sebastián,Nicolás,Felipe,Cristóbal,Ignacio,Tomás,
Joaquín,Rodrigo,Marcelo,Claudio,Patricio,Mauricio,Héctor,Luis Alberto,Sergio,Manuel,Jorge,Hernán,Raúl,Óscar,Víctor,Nelson,
Eduardo,Gabriel,Maximiliano,Lucas,Agustín,Gaspar,Lautaro,Nahuel,Bastián,Pedro Pablo,René`.split(/,\s*/);
const SURNAMES =
  `González,Muñoz,Rojas,Díaz,Pérez,Soto,Contreras,Silva,Martínez,Sepúlveda,Morales,Rodríguez,López,Fuentes,
Hernández,Torres,Araya,Flores,Espinoza,Valenzuela,Castillo,Tapia,Reyes,Gutiérrez,Castro,Pizarro,Álvarez,Vásquez,Sánchez,
Fernández,Ramírez,Carrasco,Gómez,Cortés,Herrera,Núñez,Jara,Vergara,Rivera,Figueroa,Riquelme,García,Miranda,Bravo,Vera,Molina,
Vega,Campos,Sandoval,Orellana,Cárdenas,Olivares,Alarcón,Gallardo,Ortiz,Garrido,Salazar,Guzmán,Henríquez,Saavedra,Navarro,
Aguilera,Parra,Romero,Aravena,Vargas,Cáceres,Yáñez,Leiva,Escobar,Barría,Mansilla,Oyarzún,Paredes,Huenchumilla,Catrileo,
Antilef,Nahuelpán,Curilem,Millaray,Llanquilef,Haro`.split(/,\s*/);
const STREETS =
  `Arturo Prat,Bernardo O’Higgins,Manuel Montt,Los Aromos,Las Encinas,General Lagos,Picarte,Los Alerces,Baquedano,
Caupolicán,Balmaceda,Pedro Aguirre Cerda,Los Copihues,Simón Bolívar,Errázuriz,Los Notros,Ramón Freire,Yungay`.split(
    /,\s*/,
  );
const ALLERGIES = [
  'Penicilina',
  'Ibuprofeno y otros AINEs',
  'Dipirona',
  'Látex',
  'Sulfas',
  'Mariscos',
  'Polen de gramíneas',
  'Medio de contraste yodado',
];
const NOTES = [
  'Trae sus exámenes en papel.',
  'Trae derivación del CESFAM.',
  'Pide hora con anticipación.',
  'Viene con un familiar.',
  'Pide copia de sus exámenes.',
];
const ALERTS = [
  'Epilepsia',
  'Crisis de asma previas',
  'Riesgo de caídas',
  'Reacción a la anestesia',
  'Hipoglicemias previas',
];
const PREFERENCES = [
  'Prefiere llamadas por la tarde.',
  'Prefiere recibir las indicaciones impresas.',
  'Avisar cambios de hora por WhatsApp.',
  'Necesita acceso sin escaleras.',
];

const OCCUPATIONS = [
  'Docente',
  'Comerciante',
  'Contabilidad',
  'Agricultura',
  'Pesca artesanal',
  'Labores del hogar',
  'Transporte de pasajeros',
  'Construcción',
  'Atención de público',
  'Turismo',
];
const RETIREMENT_AGE = 65;
/** About as many of each as there are in the country: four of five are in Fonasa. */
const PREVISIONS = [
  'fonasa-a',
  'fonasa-a',
  'fonasa-b',
  'fonasa-b',
  'fonasa-b',
  'fonasa-c',
  'fonasa-d',
  'isapre',
  'isapre',
  'capredena',
] as const;

/** People of a town, each with a RUT of its own that fits the year of birth. */
export function createPeople(random: Random, town: string, today: string) {
  const ruts = new Set<string>();

  function newRut(birthYear: number): string {
    for (;;) {
      // Numbers are given at birth, about 270,000 a year in the last decades.
      const base = 17_600_000 + (birthYear - 1991) * (birthYear < 1991 ? 290_000 : 270_000);
      const digits = String(Math.max(3_400_000, base) + random.below(250_000));
      const rut = `${digits}-${checkDigit(digits)}`;
      if (ruts.has(rut)) continue;
      ruts.add(rut);
      return rut;
    }
  }

  const maybe = <Text extends string>(probability: number, texts: readonly Text[]) =>
    random.isLucky(probability) ? random.pick(texts) : undefined;

  return (ages: { least: number; most: number }): DemoPatient => {
    const sex = random.isLucky(0.58) ? 'femenino' : 'masculino';
    const first = random.pick(sex === 'femenino' ? WOMEN : MEN);
    const [paternal, maternal] = [random.pick(SURNAMES), random.pick(SURNAMES)];
    const birthYear = Number(today.slice(0, 4)) - random.between(ages.least, ages.most);
    const birthDate = `${birthYear}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`;
    const age = ageOn(birthDate, today);
    const isChild = age < 18;
    const retired = sex === 'femenino' ? 'Jubilada' : 'Jubilado';
    const mailbox = fold(`${first.split(' ')[0]}.${paternal}`);
    return {
      name: `${first} ${paternal} ${maternal}`,
      rut: newRut(birthYear),
      birthDate: birthDate > today ? today : birthDate,
      sex,
      address: `${random.pick(STREETS)} ${random.between(100, 2900)}, ${town}`,
      phone: newPhone(random),
      email: isChild || random.isLucky(0.25) ? undefined : `${mailbox}${random.between(1, 99)}@ejemplo.cl`,
      emergencyContact:
        isChild || random.isLucky(0.5)
          ? `${random.pick(WOMEN)} ${paternal} (${isChild ? 'madre' : 'familiar'}), ${newPhone(random)}`
          : undefined,
      allergies: maybe(0.18, ALLERGIES),
      notas: maybe(0.15, NOTES),
      alertas: maybe(0.07, ALERTS),
      preferencias: maybe(0.1, PREFERENCES),
      occupation: isChild ? undefined : maybe(0.6, age < RETIREMENT_AGE ? OCCUPATIONS : [retired]),
      prevision: maybe(0.9, PREVISIONS),
      legalRepresentative: isChild ? { name: `${random.pick(WOMEN)} ${maternal}`, relationship: 'madre' } : undefined,
    };
  };
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
const newPhone = (random: Random) => `+56 9 ${random.between(4000, 9999)} ${random.between(1000, 9999)}`;
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z.]/g, '')
    .toLowerCase();
