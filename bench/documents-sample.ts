import { renderSVG } from 'uqr';
import type { Printable, PrintedNote } from '#server/pdf/printable';

const VERIFY_URL = 'https://ficha.example.cl/verificar/7F3K-9QXM-2VTA-HC4D-W8RJ-P6NB-YE';

const NOTE: PrintedNote = {
  reason: 'Control de hipertensión arterial y cefalea desde hace 3 días.',
  anamnesis: Array.from(
    { length: 5 },
    (_, index) =>
      `Paciente con antecedentes de HTA y diabetes mellitus tipo 2, en control desde hace ${index + 2} años. Refiere cefalea holocránea de intensidad ${index + 3}/10, sin náuseas ni fotofobia. Presión arterial 15${index}/94 mmHg; SatO₂ 97 %; VFG ≥ 60 ml/min. Examen neurológico sin focalidad.`,
  ).join('\n\n'),
  diagnoses: [
    { system: 'CIE-10', code: 'I10', display: 'Hipertensión esencial (primaria)' },
    { system: 'CIE-10', code: 'E11.9', display: 'Diabetes mellitus tipo 2, sin mención de complicación' },
  ],
  plansAndIndications:
    'Dieta hiposódica y caminata de 30 minutos al día.\nControl de presión en domicilio durante 7 días.',
  prescriptions: Array.from({ length: 6 }, (_, index) => ({
    medicamento: `Losartán ${25 * (index + 1)} mg comprimidos`,
    dosis: `${index + 1} comprimido(s)`,
    posologia: 'Cada 12 horas, vía oral',
    duracion: `${30 + index} días`,
    indicacionesUso: 'Tomar a la misma hora, con o sin alimentos.',
  })),
};

const printable = (content: PrintedNote): Printable => ({
  kind: 'clinical-note',
  pageSize: 'letter',
  folio: 'ATN-2026-000123-7F3K',
  verifyUrl: VERIFY_URL,
  code: '7F3K-9QXM-2VTA-HC4D-W8RJ-P6NB-YE',
  contentHash: '3b7e9c1f'.repeat(8),
  finalizedAt: '2026-11-15T17:05:00.000Z',
  professional: {
    name: 'Ana María Muñoz Ñancupil',
    rut: '12345678-5',
    rnpi: '763509',
    profession: 'Médicos/as',
    specialty: 'Medicina Familiar',
    city: 'Punta Arenas',
    timeZone: 'America/Punta_Arenas',
  },
  patient: { name: 'Rosa Díaz Güiraldes', rut: '7654321-6', birthDate: '1958-03-02', sex: 'femenino' },
  content,
});

/** The input of the sample note. */
export const sampleContent = () => ({ ...NOTE, diagnoses: ['Hipertensión esencial', 'Diabetes mellitus'] });

/** A note of two pages. */
export const samplePrintable = (): Printable => printable(NOTE);

const SENTENCES = 'Indicación muy detallada, con tildes y números 123. '.repeat(1000);
// No font has these characters. Each is printed as its code point, which is eight times as long.
const HAN = Array.from({ length: 50_000 }, (_, index) => String.fromCodePoint(0x4e00 + (index % 20_000))).join('');

/** Notes as long as the contract allows, in Spanish and in characters that no font has. */
export const worstPrintables = (): Printable[] => [longestOf(SENTENCES), longestOf(HAN)];

function longestOf(source: string): Printable {
  const text = (length: number) => source.slice(0, length);
  const item = { medicamento: text(200), dosis: text(200), posologia: text(500), duracion: text(200) };
  return printable({
    reason: text(5000),
    anamnesis: text(50_000),
    plansAndIndications: text(50_000),
    diagnoses: Array.from({ length: 100 }, () => ({ text: text(500) })),
    prescriptions: Array.from({ length: 100 }, () => ({ ...item, indicacionesUso: text(2000) })),
  });
}

const LEGAL =
  'Copia de un registro de la ficha clínica (Ley 20.584, Decreto 41 de 2012). Documento finalizado por el profesional en su cuenta (firma electrónica simple, Ley 19.799) y cerrado con un sello de integridad del sistema. No es firma electrónica avanzada.';

const fontAt = (name: string) => new URL(`../server/pdf/fonts/${name}.ttf`, import.meta.url).href;

/** The same content for a browser. */
export function sampleHtml(): string {
  const { professional, patient, folio } = samplePrintable();
  const paragraphs = (text = '') =>
    text
      .split('\n')
      .map((line) => `<p>${line}</p>`)
      .join('');
  const diagnoses = NOTE.diagnoses.map((one) => ('code' in one ? `<li>${one.code} - ${one.display}</li>` : ''));
  const items = NOTE.prescriptions.map(
    (one) =>
      `<li><h3>${one.medicamento}</h3><p>Dosis: ${one.dosis}</p><p>Posología: ${one.posologia}</p><p>Duración: ${one.duracion}</p><p>Indicaciones: ${one.indicacionesUso}</p></li>`,
  );
  return `<!doctype html><html lang="es-CL"><meta charset="utf-8"><title>Atención Clínica</title><style>
    @font-face { font-family: A; src: url(${fontAt('AtkinsonHyperlegibleNext-Regular')}) }
    @font-face { font-family: A; font-weight: 700; src: url(${fontAt('AtkinsonHyperlegibleNext-Bold')}) }
    body { font: 11.5pt/16pt A; color: #10222b } h1, h2 { color: #005164 } li { break-inside: avoid }
    header { border-bottom: 1px solid #d9e1e5 }
    .box { background: #e6f7f9; border-left: 3px solid #006678; padding: 12px }
    .sign { border-top: 1px solid; width: 230pt; margin: 70pt 0 0 auto; text-align: center }</style>
    <header><h2>${professional.name}</h2><p>${professional.specialty}</p><p>RUT: ${professional.rut}</p></header>
    <h1>Atención Clínica</h1><p>Folio: <b>${folio}</b></p><p>Fecha: <b>15/11/2026 14:05</b></p>
    <div class="box"><p>Paciente <b>${patient.name}</b></p><p>RUT ${patient.rut}</p><p>68 años</p><p>Femenino</p></div>
    <h2>Motivo de Consulta</h2>${paragraphs(NOTE.reason)}<h2>Anamnesis</h2>${paragraphs(NOTE.anamnesis)}
    <h2>Diagnósticos</h2><ol>${diagnoses.join('')}</ol>
    <h2>Planes e Indicaciones</h2>${paragraphs(NOTE.plansAndIndications)}
    <h2>Recetas</h2><ol>${items.join('')}</ol>
    <div class="sign"><b>${professional.name}</b><p>${professional.specialty}</p><p>RUT: ${professional.rut}</p></div></html>`;
}

/** The browser's footer of every page. */
export function sampleFooter(): string {
  const { folio, contentHash, code } = samplePrintable();
  return `<div style="font: 8pt sans-serif; margin: 0 1.9cm; display: flex; gap: 16pt"><div style="width: 66pt">${renderSVG(VERIFY_URL)}</div>
    <div>${LEGAL}<br><b>Verifica este documento en ${VERIFY_URL}</b><br>Código de verificación: ${code}<br>SHA-256 del contenido: ${contentHash}<br>
    Folio ${folio} · Página <span class="pageNumber"></span> de <span class="totalPages"></span></div></div>`;
}
