import { type ImportProblem, MAX_IMPORT_ROWS, MAX_PROBLEMS } from '#contract/imports/imports';
import type { ColumnField, CorrectableField, DateOrder, PatientImportPreview } from '#contract/imports/patient-import';
import { type DocumentType, DocumentTypeName } from '#contract/patient-identity';
import { birthDateProblem, PatientInput } from '#contract/patients';
import { compactRut, hasRightCheckDigit, isRutShaped } from '#contract/rut';
import { MISSING_NUMBER, MISSING_RUT } from '#contract/rut-field';
import { dayOf, isMissingDay, orderOf } from './date-text.ts';
import { recognise, recognisedCount } from './headings.ts';
import { documentTypeOf, previsionOf, sexOf, usesHombre } from './recognised-values.ts';
import { fileRefused, type Line, type Table } from './table.ts';

/** Lines above the headings, such as a title. */
const MAX_LINES_TO_HEADING = 10;
const SAMPLES = 3;
const SAMPLE_LENGTH = 60;
/** Maximum length of the value that a problem shows. One text of a workbook can be in every cell. */
const SHOWN_VALUE_LENGTH = 1000;
const SHOWN_LABEL_LENGTH = 200;

export interface Choices {
  mapping: readonly (ColumnField | null)[] | undefined;
  dateOrder: DateOrder | undefined;
  corrections: Readonly<Record<string, Partial<Record<CorrectableField, string>>>>;
  /** The professional's day. */
  today: string;
}

export interface PatientRow {
  row: number;
  patient: PatientInput;
}

type Findings = Pick<PatientImportPreview, 'columns' | 'dateOrder' | 'rows'> & {
  patients: PatientRow[];
  /** The first ones. */
  problems: ImportProblem[];
  problemCount: number;
};

/** What the lines of a table say of patients, and what is wrong with each. */
export function patientsIn(table: Table, choices: Choices): Findings {
  const { headings, lines } = withHeadings(table.lines);
  if (lines.length === 0) throw fileRefused('IMPORT_EMPTY');
  if (lines.length > MAX_IMPORT_ROWS) throw fileRefused('IMPORT_TOO_MANY_ROWS');
  const fields = choices.mapping ? headings.map((_, at) => choices.mapping?.[at] ?? null) : recognise(headings);
  const columns = headings.map((name, at) => ({ name, field: fields[at] ?? null, samples: samplesOf(lines, at) }));
  const columnOf = (field: ColumnField) => fields.indexOf(field);
  const dateOrder = choices.dateOrder ?? orderOf(valuesAt(lines, columnOf('birthDate')));
  const findings: Findings = { columns, dateOrder, rows: lines.length, patients: [], problems: [], problemCount: 0 };

  const missing = missingColumns(columnOf);
  if (missing.length > 0) return { ...findings, problems: missing, problemCount: missing.length };

  const mMeansFemale = usesHombre(valuesAt(lines, columnOf('sex')));
  const rowsByDocument = new Map<string, number>();
  for (const { number, cells } of lines) {
    const cell = (field: ColumnField) => (cells[columnOf(field)] ?? '').trim();
    const written = { ...composed(cell), ...choices.corrections[number] };
    const context = { ...choices, dateOrder, dayOffset: table.dayOffset, mMeansFemale };
    const { patient, documentType, problems } = patientFrom(written, context);
    const document = documentKey(patient ?? { rut: written.rut, documentType });
    const earlier = compactRut(written.rut) === '' ? undefined : rowsByDocument.get(document);
    if (earlier === undefined) rowsByDocument.set(document, number);
    else problems.push({ field: 'rut', message: `${SAME_DOCUMENT[documentType]} está en la fila ${earlier}` });

    if (problems.length === 0 && patient) findings.patients.push({ row: number, patient });
    findings.problemCount += problems.length;
    if (findings.problems.length >= MAX_PROBLEMS) continue;
    const label = written.name.slice(0, SHOWN_LABEL_LENGTH);
    for (const { field, message } of problems) {
      const value = (written[field] ?? '').slice(0, SHOWN_VALUE_LENGTH);
      findings.problems.push({ row: number, field, message, value, label, documentType: otherThanRut(documentType) });
    }
  }
  return findings;
}

const unreadDate = (text: string, order: DateOrder): string =>
  isMissingDay(text, order)
    ? 'La fecha no existe. Revisa el día y el mes'
    : 'Escribe la fecha como día/mes/año, con el año de cuatro cifras';

const SAME_DOCUMENT = { rut: 'El mismo RUT', passport: 'El mismo pasaporte', dni: 'El mismo DNI' };

/** The type that a problem names. */
export const otherThanRut = (type: DocumentType): DocumentType | undefined => (type === 'rut' ? undefined : type);

/** What tells documents apart, whatever their spelling: 'rut/123456785', 'passport/ab123456'. */
export const documentKey = ({ rut, documentType }: Pick<PatientInput, 'rut' | 'documentType'>): string =>
  `${documentType}/${compactRut(rut)}`;

/** The line of headings is the one of the first lines with the most known ones. */
function withHeadings(lines: readonly Line[]): { headings: string[]; lines: Line[] } {
  const first = lines.slice(0, MAX_LINES_TO_HEADING);
  const counts = first.map(({ cells }) => recognisedCount(cells));
  const at = Math.max(0, counts.indexOf(Math.max(...counts)));
  const rest = lines.slice(at + 1);
  const width = rest.reduce((most, { cells }) => Math.max(most, cells.length), lines[at]?.cells.length ?? 0);
  const headings = Array.from({ length: width }, (_, column) => lines[at]?.cells[column]?.trim() ?? '');
  return { headings, lines: rest };
}

const valuesAt = (lines: readonly Line[], column: number): string[] =>
  column < 0 ? [] : lines.map(({ cells }) => cells[column] ?? '');

function samplesOf(lines: readonly Line[], column: number): string[] {
  const samples: string[] = [];
  for (const { cells } of lines) {
    const text = cells[column]?.trim().slice(0, SAMPLE_LENGTH);
    if (text && !samples.includes(text)) samples.push(text);
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

const REQUIRED: readonly (readonly [field: CorrectableField, columns: readonly ColumnField[], text: string])[] = [
  ['name', ['name', 'givenName', 'surname'], 'el nombre'],
  ['rut', ['rut'], 'el RUT'],
  ['birthDate', ['birthDate'], 'la fecha de nacimiento'],
];

/** One problem of the file instead of one of each row. */
const missingColumns = (columnOf: (field: ColumnField) => number): ImportProblem[] =>
  REQUIRED.filter(([, columns]) => columns.every((column) => columnOf(column) < 0)).map(([field, , text]) => ({
    row: 0,
    field,
    message: `Indica qué columna tiene ${text}`,
    value: '',
    label: '',
  }));

type Written = Partial<Record<CorrectableField, string>> & { name: string; rut: string; birthDate: string };

/** The fields of a patient, of which several columns may make up one. */
function composed(cell: (field: ColumnField) => string): Written {
  const joined = (separator: string, fields: readonly ColumnField[]) =>
    fields.map(cell).filter(Boolean).join(separator);
  const prevision = cell('prevision');
  const unlisted = prevision !== '' && previsionOf(prevision) === undefined;
  return {
    name: cell('name') || joined(' ', ['givenName', 'middleName', 'surname', 'secondSurname']),
    rut: joined('-', cell('rut') === '' ? [] : ['rut', 'checkDigit']),
    birthDate: cell('birthDate'),
    sex: cell('sex'),
    phone: firstOf(cell('phone')),
    email: firstOf(cell('email')),
    address: joined(', ', ['address', 'commune', 'region']),
    emergencyContact: cell('emergencyContact'),
    allergies: cell('allergies'),
    notas: [cell('notas'), unlisted && `Previsión: ${prevision}`].filter(Boolean).join('\n'),
    alertas: cell('alertas'),
    preferencias: cell('preferencias'),
    documentType: cell('documentType'),
    socialName: cell('socialName'),
    occupation: cell('occupation'),
    prevision: unlisted ? '' : prevision,
    legalRepresentative: cell('legalRepresentative'),
  };
}

/** Google Contacts puts several values in one cell. */
const firstOf = (text: string): string => text.split(' ::: ')[0] ?? '';

interface RowContext extends Choices {
  dateOrder: DateOrder;
  dayOffset: number;
  mMeansFemale: boolean;
}

type Problem = { field: CorrectableField; message: string };

function patientFrom(
  written: Written,
  context: RowContext,
): { patient: PatientInput | undefined; documentType: DocumentType; problems: Problem[] } {
  const birthDate = dayOf(written.birthDate, context.dateOrder, context.dayOffset);
  const sex = sexOf(written.sex ?? '', context.mMeansFemale);
  // Most fields of most rows are empty, and checking them would take most of the time.
  const given = Object.entries(written).filter(([, text]) => text !== '');
  const documentType = documentTypeOf(written.documentType ?? '');
  const known = DocumentTypeName.safeParse(documentType).data ?? 'rut';
  const input: Record<string, unknown> = {
    ...Object.fromEntries(given),
    name: written.name,
    rut: written.rut,
    birthDate: birthDate ?? written.birthDate,
    sex,
    documentType,
  };
  if (written.prevision) input.prevision = previsionOf(written.prevision) ?? written.prevision;
  if (written.legalRepresentative) input.legalRepresentative = { name: written.legalRepresentative };
  const parsed = PatientInput.safeParse(input);
  const problems = new Map<CorrectableField, string>();
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0] as CorrectableField;
    if (!problems.has(field))
      problems.set(field, known !== 'rut' && message === MISSING_RUT ? MISSING_NUMBER : message);
  }
  for (const [field, text] of Object.entries(written)) {
    if (text.startsWith('=')) problems.set(field as CorrectableField, 'Es una fórmula. Escribe el valor');
  }
  if (known === 'rut' && isRutShaped(written.rut) && !hasRightCheckDigit(written.rut)) {
    problems.set('rut', 'El dígito verificador no corresponde');
  }
  if (birthDate) {
    const problem = birthDateProblem(birthDate, context.today);
    if (problem) problems.set('birthDate', problem);
  } else if (written.birthDate !== '') {
    problems.set('birthDate', unreadDate(written.birthDate, context.dateOrder));
  }
  return {
    patient: parsed.data,
    documentType: known,
    problems: [...problems].map(([field, message]) => ({ field, message })),
  };
}
