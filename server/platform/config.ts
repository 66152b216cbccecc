import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { Credentials, NewPassword } from '#contract/auth';
import { startRefused } from './start-refused.ts';

/** Names that the framework knows for networks. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

const isProxyList = (text: string) =>
  text.split(',').every((part) => {
    const [address = '', bits] = part.trim().split('/');
    return NAMED_NETWORKS.includes(address) || (isIP(address) > 0 && (bits === undefined || /^\d{1,3}$/.test(bits)));
  });

/** Over a network a token travels encrypted; on this machine a stand-in may listen in plain. */
function keepsSecrets(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname ?? ''));
}

/** A token or a secret goes into a header as it is. */
const secretWord = z.string().regex(/^[\x21-\x7e]+$/, 'must be one word');

const Environment = z
  .object({
    PORT: z.coerce.number('must be a port number').int().min(1, 'must be a port number').max(65535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().optional(),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .refine(URL.canParse, 'is not a valid address')
      .optional(),
    PUBLIC_URL: z
      .string()
      .regex(/^https?:\/\//, 'must start with http:// or https://')
      .refine(URL.canParse, 'is not a valid address')
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    ADMIN_EMAIL: Credentials.shape.email.optional(),
    ADMIN_PASSWORD: NewPassword.optional(),
    TOKEN_KEY: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64')
      .optional(),
    DATA_KEYS: z
      .string()
      .regex(/^\d{1,3}:[A-Za-z0-9+/]{43}=(,\d{1,3}:[A-Za-z0-9+/]{43}=)*$/, 'must be numbered keys, 1:base64,2:base64')
      .optional(),
    SIGNING_CERTIFICATE: z.string().optional(),
    SIGNING_KEY: z.string().optional(),
    SIGNING_KEY_PASSPHRASE: z.string().optional(),
    TSA_URL: z
      .string()
      .regex(/^https?:\/\//, 'must start with http:// or https://')
      .refine(URL.canParse, 'is not a valid address')
      .optional(),
    MERCADOPAGO_ACCESS_TOKEN: secretWord.optional(),
    MERCADOPAGO_WEBHOOK_SECRET: secretWord.optional(),
    MERCADOPAGO_API_URL: z
      .string()
      .refine(keepsSecrets, 'must be an https address')
      .transform((url) => url.replace(/\/+$/, ''))
      .default('https://api.mercadopago.com'),
    NODE_ENV: z.enum(['production', 'development', 'test'], 'must be production, development or test').optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    RATE_LIMIT: z.enum(['on', 'off']).default('on'),
    TRUST_PROXY: z.string().refine(isProxyList, 'must be addresses or networks').default('loopback'),
  })
  .refine((env) => !env.ADMIN_EMAIL === !env.ADMIN_PASSWORD, {
    path: ['ADMIN_EMAIL'],
    error: 'and ADMIN_PASSWORD are given together or not at all',
  })
  .refine((env) => !env.SIGNING_CERTIFICATE === !env.SIGNING_KEY, {
    path: ['SIGNING_CERTIFICATE'],
    error: 'and SIGNING_KEY are given together or not at all',
  });

export type Config = ReturnType<typeof readConfig>;

/** Every variable that is read. */
export const VARIABLES = Object.keys(Environment.shape);

/** What the environment says, checked. An empty variable counts as unset. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw startRefused(reasons.join('; '));
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR ? resolve(env.DATA_DIR) : undefined,
    databaseUrl: env.DATABASE_URL,
    publicUrl: env.PUBLIC_URL,
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : undefined,
    tokenKey: env.TOKEN_KEY,
    dataKeys: env.DATA_KEYS,
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
    mercadoPago: env.MERCADOPAGO_ACCESS_TOKEN
      ? {
          accessToken: env.MERCADOPAGO_ACCESS_TOKEN,
          webhookSecrets: env.MERCADOPAGO_WEBHOOK_SECRET?.split(',').filter(Boolean) ?? [],
          apiUrl: env.MERCADOPAGO_API_URL,
        }
      : undefined,
    logLevel: env.LOG_LEVEL,
    rateLimit: env.RATE_LIMIT === 'on',
    trustProxy: env.TRUST_PROXY,
  };
}

export const processConfig = (): Config => readConfig(process.env);
