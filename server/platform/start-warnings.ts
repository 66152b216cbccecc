import { isIPv4 } from 'node:net';
import { isShortForAdmin } from '#contract/auth';
import { fold } from '#contract/fold';
import type { Config } from './config.ts';

const MIN_DISTINCT_CHARACTERS = 5;
/** Words that guessers try first, alone or with digits and signs around them. */
const COMMON_WORDS = ['admin', 'administrador', 'administrator', 'clave', 'contrasena', 'password', 'qwertyuiop'];
const OTHERS_MAY_READ = 0o004;

type Settings = Pick<Config, 'host' | 'publicUrl' | 'trustProxy' | 'isProduction' | 'admin' | 'legalEntity' | 'mail'>;

/** What is wrong with an installation that can run nevertheless, one line each. The mode is that of the file .env. */
export function startWarnings(settings: Settings, environmentFileMode: number | undefined): string[] {
  const isHttps = settings.publicUrl?.startsWith('https:') ?? false;
  const weakness = settings.admin && weaknessOf(settings.admin);
  const warnings = [
    !isLoopback(settings.host) &&
      !isHttps &&
      `HOST=${settings.host} can be reached from other machines without TLS, so passwords and clinical text can be read on the way. Put a proxy with TLS in front and set PUBLIC_URL to its https address`,
    settings.isProduction &&
      !isHttps &&
      `PUBLIC_URL is ${settings.publicUrl ?? 'not set'}, which is not an https address. It is printed on every document as the place where it is verified`,
    isHttps &&
      !settings.trustProxy &&
      'PUBLIC_URL is an https address and TRUST_PROXY is not set, so all clients of the proxy count as one in rate limits. Name the proxy, with loopback if it is on this machine',
    settings.mail &&
      !settings.publicUrl &&
      'SMTP_URL is set and PUBLIC_URL is not, so links in mails lead to this machine alone. Set PUBLIC_URL to the address that users open',
    environmentFileMode !== undefined &&
      (environmentFileMode & OTHERS_MAY_READ) !== 0 &&
      'every account of this machine can read .env, which has secrets. Run chmod 600 .env',
    weakness && `ADMIN_PASSWORD ${weakness}. Choose a long one that nobody can guess`,
    settings.isProduction && legalWarning(settings.legalEntity),
  ];
  return warnings.flatMap((warning) => (warning ? [`Warning: ${warning}`] : []));
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

function weaknessOf({ email, password }: NonNullable<Settings['admin']>): string | undefined {
  const folded = fold(password);
  const [account = ''] = fold(email).split('@');
  if (isShortForAdmin(password)) return 'has fewer than twelve characters';
  if (new Set(folded).size < MIN_DISTINCT_CHARACTERS) return 'repeats a few characters';
  if (COMMON_WORDS.includes(folded.replace(/[^a-z]/g, ''))) return 'is a common password';
  return account !== '' && folded.includes(account) ? 'contains the name of ADMIN_EMAIL' : undefined;
}

const LEGAL_VARIABLES = { name: 'LEGAL_NAME', rut: 'LEGAL_RUT', address: 'LEGAL_ADDRESS', email: 'SUPPORT_EMAIL' };

/** Chilean law requires a paid service to state who runs it. */
function legalWarning(legalEntity: Settings['legalEntity']): string | undefined {
  const fields = Object.keys(LEGAL_VARIABLES) as (keyof typeof LEGAL_VARIABLES)[];
  const unset = fields.filter((field) => !legalEntity[field]).map((field) => LEGAL_VARIABLES[field]);
  if (unset.length === 0) return undefined;
  return `not set: ${unset.join(', ')}. The pages of terms, privacy and support say that this installation has not stated them`;
}
