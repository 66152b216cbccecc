import { CONTENT_HASH_NAME, FILE_HASH_NAME } from '#contract/hash-names';
import { type DocumentType, documentText } from '#contract/patient-identity';
import type { PrintedPatient } from '#server/pdf/printable';
import { escapeHtml } from '#server/platform/http/escape-html';

interface IndexedFile {
  name: string;
  what: string;
  /** An instant, for a document. */
  at?: string;
  sha256?: string;
  verifyUrl?: string;
}

interface IndexPage {
  title: string;
  /** Paragraphs about what the export contains. */
  intro: string[];
  files: IndexedFile[];
  /** What could not be included, and why. */
  problems: string[];
  exportedAt: Date;
  timeZone: string;
  publicUrl: string;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1c2430}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #d5dbe3}
code{font-size:.8em;word-break:break-all}`;

/** A page that any browser opens without a connection. It has no scripts and loads nothing. */
export function indexPage(page: IndexPage): string {
  const { title, intro, files, problems, publicUrl } = page;
  const moment = momentsIn(page.timeZone);
  const hasHashes = files.some(({ sha256 }) => sha256);
  return `<!doctype html>
<html lang="es-CL">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>Exportado de Ficha Austral (${escapeHtml(publicUrl)}) el ${moment(page.exportedAt.toISOString())}.</p>
${intro.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${problemsList(problems)}
<h2>Archivos</h2>
<table>
<thead><tr><th>Archivo</th><th>Qué es</th>${hasHashes ? '<th>Fecha</th><th>Huella (SHA-256)</th>' : ''}</tr></thead>
<tbody>
${files.map((file) => fileRow(file, hasHashes, moment)).join('\n')}
</tbody>
</table>
${hasHashes ? HOW_TO_VERIFY : ''}
</body>
</html>
`;
}

const problemsList = (problems: readonly string[]): string =>
  problems.length === 0
    ? ''
    : `<h2>No se pudo incluir</h2>\n<ul>${problems.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;

function fileRow({ name, what, at, sha256, verifyUrl }: IndexedFile, hasHashes: boolean, moment: Moment): string {
  const link = `<a href="${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  const verify = verifyUrl ? ` · <a href="${escapeHtml(verifyUrl)}">verificar</a>` : '';
  const hash = hasHashes ? `<td>${at ? moment(at) : ''}</td><td>${sha256 ? `<code>${sha256}</code>` : ''}</td>` : '';
  return `<tr><td>${link}</td><td>${escapeHtml(what)}${verify}</td>${hash}</tr>`;
}

const HOW_TO_VERIFY = `<h2>Cómo verificar</h2>
<ul>
<li>Cada PDF lleva un sello electrónico que un lector de PDF muestra, y un código que se consulta en la página de verificación: ahí aparece la «${FILE_HASH_NAME}», que debe ser la de esta tabla.</li>
<li>Cada archivo de la carpeta <code>registros</code> es el texto exacto que se finalizó. Su huella es la «${CONTENT_HASH_NAME}» impresa en el documento; los más antiguos la llaman «SHA-256 del contenido».</li>
<li>Para calcular una huella SHA-256: <code>certutil -hashfile ARCHIVO SHA256</code> en Windows, <code>shasum -a 256 ARCHIVO</code> en macOS, <code>sha256sum ARCHIVO</code> en Linux.</li>
</ul>`;

type Moment = (instant: string) => string;

/** '16-11-2026 09:05' */
function momentsIn(timeZone: string): Moment {
  // Swedish puts the parts in the order of ISO 8601: '2026-11-16 09:05'.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (instant) => format.format(new Date(instant)).replace(/^(\d+)-(\d+)-(\d+)/, '$3-$2-$1');
}

type Titled = Pick<PrintedPatient, 'name' | 'rut'> & { documentType?: DocumentType };

export const patientTitle = (patient: Titled | undefined): string =>
  patient ? `Ficha de ${patient.name}, ${documentText(patient)}` : 'Ficha en custodia';
