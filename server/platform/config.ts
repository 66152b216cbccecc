import { isIP, isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { Credentials, NewPassword } from '#contract/auth';
import { formatRut, hasRightCheckDigit } from '#contract/rut';
import { passwordOfUrl } from './database/connection.ts';
import { startRefused } from './start-refused.ts';

/** Fastify's names for networks. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

const isProxyList = (text: string) =>
  text.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/');
    const isNetwork = bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128));
    const isAddress = isIP(address) > 0 && !address.includes('%') && isNetwork;
    return rest.length === 0 && (isAddress || (NAMED_NETWORKS.includes(address) && bits === undefined));
  });

/** Access tokens are sent over TLS. Only a test server on this machine may use plain HTTP. */
function isSafeForSecrets(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname ?? ''));
}

function isMailServer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.hostname !== '' && ['', '/'].includes(url.pathname) && !url.search && !url.hash;
}

/** A token or secret is sent in a header as it is, so it has no spaces and no control characters. */
const headerSecret = z.string().regex(/^[\x21-\x7e]+$/, 'must be one word');

const base64Key = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64');

/** A text that pages show. */
const shownLine = (longest: number) =>
  z
    .string()
    .trim()
    .regex(/^[^\p{Cc}]+$/u, 'must be one line of text')
    .max(longest, `must have at most ${longest} characters`);

/** 'address' or 'Name <address>'. */
const SENDER = /^(?:([^<>"@,;]{1,100}?) *<([^\s<>"@,;]+@[^\s<>"@,;]+)>|([^\s<>"@,;]+@[^\s<>"@,;]+))$/;

const Environment = z
  .object({
    PORT: z.coerce.number('must be a port number').int().min(1, 'must be a port number').max(65535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    WORKERS: z.coerce
      .number('must be a whole number from 1 to 64')
      .int('must be a whole number from 1 to 64')
      .min(1, 'must be a whole number from 1 to 64')
      .max(64, 'must be a whole number from 1 to 64')
      .default(1),
    DRAIN_SECONDS: z.coerce
      .number('must be a whole number from 0 to 60')
      .int('must be a whole number from 0 to 60')
      .min(0, 'must be a whole number from 0 to 60')
      .max(60, 'must be a whole number from 0 to 60')
      .default(0),
    DATA_DIR: z.string().optional(),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .refine(URL.canParse, 'is not a valid address')
      .optional(),
    DATABASE_ROLES: z.enum(['switch', 'login'], 'must be switch or login').default('switch'),
    PREPARED_STATEMENTS: z.enum(['on', 'off'], 'must be on or off').default('on'),
    PUBLIC_URL: z
      .string()
      .regex(/^https?:\/\//, 'must start with http:// or https://')
      .refine(URL.canParse, 'is not a valid address')
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    ADMIN_EMAIL: Credentials.shape.email.optional(),
    ADMIN_PASSWORD: NewPassword.optional(),
    TOKEN_KEY: base64Key.optional(),
    DATA_KEYS: z
      .string()
      .regex(/^\d{1,3}:[A-Za-z0-9+/]{43}=(,\d{1,3}:[A-Za-z0-9+/]{43}=)*$/, 'must be numbered keys, 1:base64,2:base64')
      .optional(),
    PUSH_KEY: base64Key.optional(),
    SIGNING_CERTIFICATE: z.string().optional(),
    SIGNING_KEY: z.string().optional(),
    SIGNING_KEY_PASSPHRASE: z.string().optional(),
    TSA_URL: z
      .string()
      .regex(/^https?:\/\//, 'must start with http:// or https://')
      .refine(URL.canParse, 'is not a valid address')
      .optional(),
    MERCADOPAGO_ACCESS_TOKEN: headerSecret.optional(),
    MERCADOPAGO_WEBHOOK_SECRET: headerSecret.optional(),
    MERCADOPAGO_API_URL: z
      .string()
      .refine(isSafeForSecrets, 'must be an https address')
      .transform((url) => url.replace(/\/+$/, ''))
      .default('https://api.mercadopago.com'),
    BACKUP_PASSPHRASE: z.string().optional(),
    BACKUP_DIR: z.string().optional(),
    BACKUP_EVERY: z.coerce
      .number('must be a number of hours')
      .int('must be a whole number of hours')
      .min(1, 'must be at least 1 hour')
      .max(24 * 31, 'must be at most 744 hours')
      .default(24),
    DISK_FLOOR_MB: z.coerce
      .number('must be a number of megabytes')
      .int('must be a whole number of megabytes')
      .min(0, 'must be 0 or more')
      .default(256),
    LEGAL_NAME: shownLine(200).optional(),
    LEGAL_RUT: z
      .string()
      .refine(hasRightCheckDigit, 'must be a RUT with its right check digit, 76.123.456-0')
      .transform(formatRut)
      .optional(),
    LEGAL_ADDRESS: shownLine(300).optional(),
    LEGAL_REPRESENTATIVE: shownLine(200).optional(),
    LEGAL_DATA_OFFICER: shownLine(200).optional(),
    LEGAL_SUBPROCESSORS: shownLine(1000).optional(),
    SUPPORT_EMAIL: z.string().trim().pipe(z.email('must be an e-mail address').max(254, 'is too long')).optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .refine(isMailServer, 'must be smtp://user:password@host:port, without a path or parameters')
      .optional(),
    MAIL_FROM: shownLine(300)
      .regex(SENDER, 'must be an e-mail address, or Name <address>')
      .transform((text) => {
        const [, name = '', named, bare] = SENDER.exec(text) ?? [];
        return { name: name.trim(), address: named ?? bare ?? '' };
      })
      .optional(),
    METRICS_TOKEN: headerSecret.min(16, 'must have at least 16 characters').optional(),
    NODE_ENV: z.enum(['production', 'development', 'test'], 'must be production, development or test').optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    RATE_LIMIT: z.enum(['on', 'off']).default('on'),
    DEFAULT_PLAN: z.enum(['free', 'paid'], 'must be free or paid').default('free'),
    REQUIRE_ADMIN_TOTP: z.enum(['on', 'off'], 'must be on or off').default('off'),
    DEMO: z.enum(['on', 'off'], 'must be on or off').default('off'),
    SERVICE_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
    TRUST_PROXY: z.string().refine(isProxyList, 'must be addresses or networks').optional(),
  })
  .refine((env) => env.DATABASE_ROLES === 'switch' || (env.DATABASE_URL && passwordOfUrl(env.DATABASE_URL)), {
    path: ['DATABASE_ROLES'],
    error: 'login needs a DATABASE_URL with a password, from which those of the roles are computed',
  })
  .refine((env) => !env.ADMIN_EMAIL === !env.ADMIN_PASSWORD, {
    path: ['ADMIN_EMAIL'],
    error: 'and ADMIN_PASSWORD are given together or not at all',
  })
  .refine((env) => !env.SIGNING_CERTIFICATE === !env.SIGNING_KEY, {
    path: ['SIGNING_CERTIFICATE'],
    error: 'and SIGNING_KEY are given together or not at all',
  })
  .refine((env) => !env.SMTP_URL === !env.MAIL_FROM, {
    path: ['SMTP_URL'],
    error: 'and MAIL_FROM are given together or not at all',
  })
  .refine((env) => !env.BACKUP_DIR || env.BACKUP_PASSPHRASE, {
    path: ['BACKUP_DIR'],
    error: 'needs BACKUP_PASSPHRASE: a backup is always encrypted',
  });

export type Config = ReturnType<typeof readConfig>;

/** The names of all variables. */
export const VARIABLES = Object.keys(Environment.shape);

/** Reads and validates the environment. An empty variable counts as unset. */
export function readConfig(environment: Record<string, string | undefined>) {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(nonEmpty);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw startRefused(reasons.join('; '));
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    workers: env.WORKERS,
    drainMs: env.DRAIN_SECONDS * 1000,
    dataDir: env.DATA_DIR ? resolve(env.DATA_DIR) : undefined,
    external: env.DATABASE_URL
      ? {
          url: env.DATABASE_URL,
          rolesLogIn: env.DATABASE_ROLES === 'login',
          preparesStatements: env.PREPARED_STATEMENTS === 'on',
        }
      : undefined,
    publicUrl: env.PUBLIC_URL,
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : undefined,
    tokenKey: env.TOKEN_KEY,
    dataKeys: env.DATA_KEYS,
    pushKey: env.PUSH_KEY,
    signing:
      env.SIGNING_CERTIFICATE && env.SIGNING_KEY
        ? {
            certificate: resolve(env.SIGNING_CERTIFICATE),
            key: resolve(env.SIGNING_KEY),
            passphrase: env.SIGNING_KEY_PASSPHRASE,
          }
        : undefined,
    timestampUrl: env.TSA_URL,
    isProduction: env.NODE_ENV === 'production',
    legalEntity: {
      name: env.LEGAL_NAME,
      rut: env.LEGAL_RUT,
      address: env.LEGAL_ADDRESS,
      representative: env.LEGAL_REPRESENTATIVE,
      dataOfficer: env.LEGAL_DATA_OFFICER,
      subprocessors: env.LEGAL_SUBPROCESSORS,
      email: env.SUPPORT_EMAIL,
    },
    mercadoPago: env.MERCADOPAGO_ACCESS_TOKEN
      ? {
          accessToken: env.MERCADOPAGO_ACCESS_TOKEN,
          webhookSecrets: env.MERCADOPAGO_WEBHOOK_SECRET?.split(',').filter(Boolean) ?? [],
          apiUrl: env.MERCADOPAGO_API_URL,
        }
      : undefined,
    mercadoPagoApiUrl: env.MERCADOPAGO_API_URL,
    backups: {
      passphrase: env.BACKUP_PASSPHRASE,
      folder: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : undefined,
      everyHours: env.BACKUP_EVERY,
    },
    mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    metricsToken: env.METRICS_TOKEN,
    diskFloorBytes: env.DISK_FLOOR_MB * 1024 * 1024,
    logLevel: env.LOG_LEVEL,
    rateLimit: env.RATE_LIMIT === 'on',
    defaultPlan: env.DEFAULT_PLAN,
    requiresAdminSecondFactor: env.REQUIRE_ADMIN_TOTP === 'on',
    isDemo: env.DEMO === 'on',
    hasServiceWorker: env.SERVICE_WORKER === 'on',
    trustProxy: env.TRUST_PROXY,
  };
}

export const processConfig = (): Config => readConfig(process.env);

/** The address of the product for its users. */
export const publicUrlOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;
