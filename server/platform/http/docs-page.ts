import type { Access, AssistantUse } from '#contract/endpoint';
import { escapeHtml } from './escape-html.ts';
import type { openApiDocument } from './openapi.ts';

type Document = ReturnType<typeof openApiDocument>;

interface Operation {
  summary: string;
  'x-access': Access;
  'x-assistants'?: AssistantUse | 'none';
  parameters: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

const ACCESS: Record<Access, string> = {
  public: 'Pública',
  professional: 'Requiere sesión',
  admin: 'Solo administradores',
  assistant: 'Solo personas de secretaría',
  monitoring: 'Requiere METRICS_TOKEN',
};

const ASSISTANTS: Record<AssistantUse | 'none', string> = {
  'own-account': 'Secretaría: la propia cuenta',
  'for-professional': 'Secretaría: para un profesional',
  canEditPatients: 'Secretaría: con permiso para editar pacientes',
  canCharge: 'Secretaría: con permiso para cobrar',
  none: 'Secretaría: sin acceso',
};

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
  section { border: 1px solid color-mix(in oklab, currentColor 18%, transparent); border-radius: 12px; padding: 1rem 1.25rem; margin: 1rem 0; }
  h2 { font-size: 1rem; margin: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
  h2 b { display: inline-block; min-width: 4.5rem; }
  p { margin: .35rem 0; }
  pre { overflow: auto; font-size: .85rem; padding: .75rem; border-radius: 8px; background: color-mix(in oklab, currentColor 7%, transparent); }
  summary { cursor: pointer; }
  a { color: inherit; }
`;

/** The OpenAPI document as one readable page without scripts. */
export function docsPage(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation as Operation)),
  );
  return `<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escapeHtml(document.info.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>API de ${escapeHtml(document.info.title)}</h1>
<p>Los errores llegan como <code>{ error, message, details? }</code> en español.
El documento completo está en <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>
${operations.join('\n')}
</main>
</body>
</html>`;
}

function section(method: string, path: string, operation: Operation): string {
  const { summary, 'x-access': access, 'x-assistants': assistants } = operation;
  const whoCalls = [ACCESS[access], ...(assistants && access === 'professional' ? [ASSISTANTS[assistants]] : [])];
  return `<section>
<h2><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</h2>
<p>${[escapeHtml(summary), ...whoCalls].join(' · ')}</p>
${operation.parameters.length > 0 ? schema('Parámetros', operation.parameters) : ''}
${operation.requestBody ? schema('Cuerpo', operation.requestBody) : ''}
${schema('Respuestas', operation.responses)}
</section>`;
}

const schema = (title: string, value: unknown): string =>
  `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;
