interface Props {
  type: 'application/json' | 'application/ld+json';
  content: unknown;
  part?: string;
}

/** Data in a page. A block is not executed, so the content policy allows it. */
export const JsonBlock = ({ type, content, part }: Props) => (
  <script
    type={type}
    data-part={part}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape quotes, which a script block keeps
    dangerouslySetInnerHTML={{ __html: escapeJson(content) }}
  />
);

/** No text can end the block: `<` occurs only inside the strings of JSON, which allow it as an escape. */
const escapeJson = (content: unknown): string => JSON.stringify(content).replaceAll('<', '\\u003c');
