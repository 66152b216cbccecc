import { concernsPatients, DATA_KIND_NAMES, formatIncidentMoment, type Incident, isSensitive } from './incidents.ts';

/** Who sends the notice. */
interface Sender {
  name: string;
  email: string;
}

type Told = Pick<
  Incident,
  'title' | 'description' | 'startedAt' | 'detectedAt' | 'people' | 'dataKinds' | 'measures' | 'agencyReportedAt'
>;

const SUBJECT = 'Aviso de una vulneración de seguridad en Ficha Austral';

/** What the professionals concerned are told, as article 14 sexies asks: what, which data, what was done, what they do. */
export function incidentNotice(incident: Told, { name, email }: Sender): string {
  return [
    SUBJECT,
    'Te avisamos de una vulneración de seguridad que afecta, o puede afectar, datos que guardas en Ficha Austral.',
    section('Qué ocurrió', [incident.title, incident.description]),
    section('Cuándo', [whenText(incident)]),
    section('Qué datos', [...dataLines(incident), peopleText(incident)]),
    section('Qué hemos hecho', [
      incident.measures ?? 'Seguimos investigando. Te escribiremos cuando sepamos más.',
      agencyText(incident),
    ]),
    section('Qué debes hacer tú', duties(incident)),
    `Si tienes preguntas, responde este correo o escribe a ${email}.`,
    name,
  ].join('\n\n');
}

const section = (title: string, lines: readonly (string | undefined)[]): string =>
  [title.toUpperCase(), ...lines.filter(Boolean)].join('\n');

function whenText({ startedAt, detectedAt }: Told): string {
  const detected = `La detectamos el ${formatIncidentMoment(detectedAt)}, hora de Chile continental.`;
  return startedAt
    ? `Comenzó el ${formatIncidentMoment(startedAt)}. ${detected}`
    : `${detected} Aún no sabemos desde cuándo.`;
}

const dataLines = ({ dataKinds }: Told): string[] =>
  dataKinds.length === 0 ? ['Aún no lo sabemos.'] : dataKinds.map((kind) => `- ${DATA_KIND_NAMES[kind]}`);

const peopleText = ({ people }: Told): string =>
  people === null
    ? 'Aún no sabemos a cuántas personas alcanza.'
    : `Según lo que sabemos hoy, alcanza en total a unas ${new Intl.NumberFormat('es-CL').format(people)} personas.`;

const agencyText = ({ agencyReportedAt }: Told): string | undefined =>
  agencyReportedAt
    ? `Informamos a la Agencia de Protección de Datos Personales el ${formatIncidentMoment(agencyReportedAt)}.`
    : undefined;

function duties({ dataKinds }: Told): string[] {
  const isOfPatients = concernsPatients(dataKinds);
  const duty = [
    ...(isOfPatients ? CONTROLLER_DUTIES : []),
    ...(isOfPatients && isSensitive(dataKinds) ? [PATIENT_NOTICE] : []),
    ...(dataKinds.includes('credentials')
      ? ['Cambia tu contraseña ahora, y activa la verificación en dos pasos, en Configuración, pestaña Seguridad.']
      : []),
    'Revisa el registro de accesos de tu cuenta, en Configuración, pestaña Seguridad, y cuéntanos si ves algo que no hiciste.',
  ];
  return duty.map((text, at) => `${at + 1}. ${text}`);
}

const CONTROLLER_DUTIES = [
  'Eres responsable de los datos de tus pacientes, y nosotros los tratamos por tu cuenta. Si hay un riesgo razonable para sus derechos, debes informarlo a la Agencia de Protección de Datos Personales por el medio más expedito y sin dilaciones indebidas (artículo 14 sexies de la Ley 19.628).',
  'Anota en tus registros qué ocurrió, sus efectos, qué datos y a cuántas personas alcanza, y qué se hizo.',
];

const PATIENT_NOTICE =
  'Como son datos sensibles, avisa también a cada paciente afectado, en lenguaje claro y sencillo: qué datos suyos alcanzó, qué consecuencias puede tener y qué se hizo. Si no puedes avisar a cada uno, la ley pide difundirlo en un medio de comunicación masivo y de alcance nacional.';
