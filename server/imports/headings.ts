import { fold } from '#contract/fold';
import type { ColumnField } from '#contract/imports/patient-import';

/** Headings as they are after `plain`: those of Chilean files, and those of an export of Google Contacts. */
const HEADINGS: Record<ColumnField, readonly string[]> = {
  name: [
    'nombre completo',
    'nombre y apellido',
    'nombre y apellidos',
    'nombres y apellidos',
    'apellidos y nombres',
    'nombre paciente',
    'nombre del paciente',
    'paciente',
    'full name',
    'name',
  ],
  givenName: ['nombre', 'nombres', 'primer nombre', 'given name', 'first name'],
  middleName: ['segundo nombre', 'additional name', 'middle name'],
  surname: [
    'apellido',
    'apellidos',
    'apellido paterno',
    'ap paterno',
    'a paterno',
    'paterno',
    'primer apellido',
    'apellido 1',
    'family name',
    'last name',
  ],
  secondSurname: ['apellido materno', 'ap materno', 'a materno', 'materno', 'segundo apellido', 'apellido 2'],
  rut: [
    'rut',
    'run',
    'rut run',
    'run rut',
    'rut paciente',
    'rut del paciente',
    'run paciente',
    'cedula',
    'ci',
    'cedula de identidad',
    'n rut',
    'numero rut',
    'n documento',
    'documento',
    'identificacion',
  ],
  checkDigit: ['dv', 'd v', 'digito verificador', 'digito', 'rut dv', 'dv rut', 'run dv'],
  birthDate: [
    'fecha de nacimiento',
    'fecha nacimiento',
    'fecha nac',
    'fecha de nac',
    'f nacimiento',
    'f de nacimiento',
    'f nac',
    'fec nac',
    'fec nacimiento',
    'fnac',
    'nacimiento',
    'fecha cumpleanos',
    'cumpleanos',
    'birthday',
    'birth date',
    'date of birth',
  ],
  sex: ['sexo', 'genero', 'sexo biologico', 'sexo registral', 'gender', 'sex'],
  phone: [
    'telefono',
    'telefonos',
    'celular',
    'telefono celular',
    'telefono movil',
    'telefono 1',
    'telefono de contacto',
    'telefono contacto',
    'numero de telefono',
    'numero telefono',
    'n telefono',
    'movil',
    'fono',
    'fono contacto',
    'tel',
    'cel',
    'fono celular',
    'whatsapp',
    'phone 1 value',
    'phone',
    'mobile phone',
  ],
  email: [
    'correo',
    'correo electronico',
    'email',
    'e mail',
    'mail',
    'correo e',
    'direccion de correo',
    'direccion de correo electronico',
    'e mail 1 value',
    'e mail address',
    'email address',
  ],
  address: ['direccion', 'domicilio', 'direccion particular', 'calle', 'address 1 formatted', 'address'],
  commune: ['comuna', 'ciudad', 'comuna de residencia', 'localidad', 'comuna residencia'],
  region: ['region', 'region de residencia'],
  prevision: [
    'prevision',
    'prevision de salud',
    'isapre',
    'fonasa isapre',
    'sistema de salud',
    'sistema previsional',
    'aseguradora',
    'seguro',
  ],
  emergencyContact: [
    'contacto de emergencia',
    'contacto emergencia',
    'en caso de emergencia',
    'familiar responsable',
    'tutor',
    'apoderado',
    'telefono de emergencia',
    'telefono emergencia',
  ],
  allergies: ['alergias', 'alergia'],
  notas: ['notas', 'nota', 'observaciones', 'observacion', 'comentarios', 'comentario', 'antecedentes', 'notes', 'obs'],
  alertas: ['alertas', 'alerta'],
  preferencias: ['preferencias', 'preferencia'],
  documentType: ['tipo de documento', 'tipo documento', 'tipo doc', 'tipo de identificacion', 'tipo identificacion'],
  socialName: ['nombre social'],
  occupation: ['ocupacion', 'profesion', 'profesion u oficio', 'oficio', 'actividad', 'profesion u ocupacion'],
  legalRepresentative: [
    'representante legal',
    'representante',
    'nombre representante legal',
    'nombre del representante',
  ],
};

const FIELD_OF = new Map(
  Object.entries(HEADINGS).flatMap(([field, headings]) => headings.map((one) => [one, field as ColumnField] as const)),
);

/** 'F. Nac.' → 'f nac' */
const plain = (heading: string): string =>
  fold(heading)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/** The field of each column. When two columns have the same field, the first one is used. */
export function recognise(headings: readonly string[]): (ColumnField | null)[] {
  const fields = headings.map((heading) => FIELD_OF.get(plain(heading)) ?? null);
  const found = new Set(fields);
  const named = fields.map((field, at) => {
    if (field && fields.indexOf(field) < at) return null;
    // 'Nombre' beside no surname is the whole name; 'Name' beside its parts is their repetition.
    if (field === 'givenName' && !found.has('surname') && !found.has('name')) return 'name';
    if (field === 'name' && found.has('givenName') && found.has('surname')) return null;
    return field;
  });
  return named;
}

/** How many columns a line of headings would name. */
export const recognisedCount = (cells: readonly string[]): number =>
  cells.filter((cell) => FIELD_OF.has(plain(cell))).length;
