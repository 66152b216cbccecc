import { escapeHtml } from '#server/platform/http/escape-html';

export interface Message {
  subject: string;
  text: string;
  html: string;
}

/** A part of a mail, as plain text and as HTML of the same words. */
export interface Block {
  text: string;
  html: string;
}

/** Line breaks within the text stay. */
export const paragraph = (text: string): Block => ({ text, html: `<p>${withBreaks(escapeHtml(text))}</p>` });

/** A paragraph that contains an address. In HTML it is a link with words of its own. */
export const linkLine = (words: string, link: string): Block => ({
  text: `${words}: ${link}`,
  html: `<p>${anchor(words, link)}</p>`,
});

/** The line of a closing that leads a patient to the form of rights. */
export const rightsLine = (address: string | undefined): Block[] =>
  address ? [linkLine('Derechos sobre tus datos', address)] : [];

/** The button of a link. The plain text has the address alone. */
export const button = (action: string, link: string): Block => ({
  text: link,
  html: `<p><a href="${escapeHtml(link)}" style="${BUTTON_STYLE}">${escapeHtml(action)}</a></p>
<p class="fine" style="${FINE_STYLE}">Si el botón no funciona, copia esta dirección en tu navegador:<br>${escapeHtml(link)}</p>`,
});

/** Names and values, one in each line. */
export const facts = (rows: readonly (readonly [name: string, value: string])[]): Block => ({
  text: rows.map(([name, value]) => `${name}: ${value}`).join('\n'),
  html: `<table role="presentation" style="${FACTS_STYLE}">${rows.map(factRow).join('')}</table>`,
});

const factRow = ([name, value]: readonly [string, string]): string =>
  `<tr><td class="fine" style="${FACT_NAME_STYLE}">${escapeHtml(name)}</td><td style="${FACT_STYLE}">${escapeHtml(value)}</td></tr>`;

export const bullets = (items: readonly string[]): Block => ({
  text: items.map((item) => `- ${item}`).join('\n'),
  html: `<ul style="padding-left:1.25rem">${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`,
});

export const anchor = (words: string, link: string): string =>
  `<a href="${escapeHtml(link)}" class="link" style="${LINK_STYLE}">${escapeHtml(words)}</a>`;

export const withBreaks = (html: string): string => html.replaceAll('\n', '<br>');

/** The whole mail. The closing is in small letters, after a line. */
export function frameMail(subject: string, blocks: readonly Block[], closing: readonly Block[]): Message {
  const text = [...blocks, ...closing].map((block) => block.text).join('\n\n');
  const html = `<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${DARK_STYLE}</style></head>
<body style="${BODY_STYLE}"><div style="max-width:34rem;margin:0 auto">
${blocks.map((block) => block.html).join('\n')}
<hr style="border:0;border-top:1px solid #8fa3ab;margin:1.5rem 0">
<div class="fine" style="${FINE_STYLE}">${closing.map((block) => block.html).join('')}</div>
</div></body></html>
`;
  return { subject, text: `${text}\n`, html };
}

const BODY_STYLE =
  'margin:0;padding:1.5rem 1rem;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#14242c;background:#ffffff;overflow-wrap:anywhere';
const BUTTON_STYLE =
  'display:inline-block;padding:.7rem 1.2rem;border-radius:.5rem;background:#0b5d77;color:#ffffff;text-decoration:none;font-weight:bold';
const FINE_STYLE = 'font-size:14px;color:#46606b;word-break:break-word';
const LINK_STYLE = 'color:#0b5d77';
const FACTS_STYLE = 'border-collapse:collapse;margin:1rem 0';
const FACT_NAME_STYLE = 'padding:.2rem 1rem .2rem 0;vertical-align:top;color:#46606b;white-space:nowrap';
const FACT_STYLE = 'padding:.2rem 0;vertical-align:top;font-weight:bold';
/** For programs that show a mail as it says. Others compute dark colours from the light ones. */
const DARK_STYLE =
  ':root{color-scheme:light dark}@media (prefers-color-scheme:dark){body{background:#10191d!important;color:#e6eef1!important}.fine{color:#a9bcc4!important}.link{color:#7cc4dc!important}}';
