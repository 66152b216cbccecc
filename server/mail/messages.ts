import type { ComposedKind, MailKind } from '#contract/mail';
import { CONFIRMATION_DAYS, RECOVERY_MINUTES } from '#contract/recovery';
import { button, frameMail, type Message, paragraph } from './mail-frame.ts';

/** The kinds whose text is the same for everybody. */
export type FixedKind = Exclude<MailKind, ComposedKind>;

interface Details {
  /** The link of a recovery or a confirmation. No other mail contains a link. */
  link: string | undefined;
  /** When the act happened. */
  at: Date;
  timeZone: string;
  network: string | undefined;
}

const NOT_YOU =
  'Si no fuiste tú, entra a Ficha Austral como siempre y cambia tu contraseña en Configuración, pestaña Seguridad: eso cierra las demás sesiones. Elimina ahí también las llaves de acceso que no sean tuyas. Si no puedes entrar, recupera tu contraseña desde la página de inicio de sesión.';

const CLOSING = [
  'Ficha Austral nunca te pedirá tu contraseña por correo ni por teléfono.',
  'Este mensaje es automático: no lo respondas.',
];

interface Content {
  subject: string;
  before: string[];
  /** The text of the button, when there is a link. */
  action?: string;
  after: string[];
}

const CONTENTS: Record<FixedKind, (moment: string, network: string) => Content> = {
  recovery: () => ({
    subject: 'Recupera tu contraseña de Ficha Austral',
    before: ['Recibimos una solicitud para recuperar la contraseña de tu cuenta. Elige una nueva con este enlace:'],
    action: 'Elegir una nueva contraseña',
    after: [
      `El enlace funciona una sola vez y vence en ${RECOVERY_MINUTES} minutos. Al usarlo se cierran todas las sesiones de tu cuenta y se eliminan sus llaves de acceso.`,
      'Si no lo pediste, no tienes que hacer nada: tu contraseña sigue siendo la misma.',
    ],
  }),
  'email-confirmation': () => ({
    subject: 'Confirma tu correo en Ficha Austral',
    before: ['Se creó una cuenta de Ficha Austral con esta dirección. Confirma que es tuya con este enlace:'],
    action: 'Confirmar mi correo',
    after: [
      `El enlace vence en ${CONFIRMATION_DAYS} días.`,
      'Si no creaste una cuenta, no tienes que hacer nada: sin tu confirmación, la dirección queda sin verificar.',
    ],
  }),
  'new-device': (moment, network) => ({
    subject: 'Nuevo inicio de sesión en tu cuenta de Ficha Austral',
    before: [
      `Alguien inició sesión en tu cuenta el ${moment} desde un navegador o una red que no habíamos visto antes (red ${network}).`,
      'Si fuiste tú, no tienes que hacer nada.',
      NOT_YOU,
    ],
    after: [],
  }),
  'password-changed': (moment) => ({
    subject: 'Cambió la contraseña de tu cuenta de Ficha Austral',
    before: [`La contraseña de tu cuenta cambió el ${moment}.`, 'Si fuiste tú, no tienes que hacer nada.', NOT_YOU],
    after: [],
  }),
  'password-reset': (moment) => ({
    subject: 'Un administrador restableció tu contraseña de Ficha Austral',
    before: [
      `Un administrador restableció la contraseña de tu cuenta el ${moment} y cerró todas tus sesiones; si tenías llaves de acceso, las eliminó. Ahora tienes una contraseña temporal: al iniciar sesión con ella deberás elegir una nueva.`,
      'Si no lo pediste, cambia tu contraseña cuanto antes y avisa a soporte.',
    ],
    after: [],
  }),
  'second-factor-enabled': (moment) => ({
    subject: 'Se activó la verificación en dos pasos de tu cuenta de Ficha Austral',
    before: [
      `La verificación en dos pasos de tu cuenta se activó el ${moment} y se cerraron las demás sesiones.`,
      'Si fuiste tú, no tienes que hacer nada. Guarda los códigos de recuperación en un lugar seguro.',
      'Si no fuiste tú, avisa a soporte cuanto antes: alguien entró a tu cuenta.',
    ],
    after: [],
  }),
  'second-factor-disabled': (moment) => ({
    subject: 'Se desactivó la verificación en dos pasos de tu cuenta de Ficha Austral',
    before: [
      `La verificación en dos pasos de tu cuenta se desactivó el ${moment}. Ahora basta con la contraseña para entrar.`,
      'Si fuiste tú, no tienes que hacer nada.',
      NOT_YOU,
    ],
    after: [],
  }),
  'recovery-code-used': (moment) => ({
    subject: 'Se usó un código de recuperación de tu cuenta de Ficha Austral',
    before: [
      `Alguien usó un código de recuperación de tu cuenta el ${moment}, en lugar de un código de la aplicación. Ese código ya no sirve.`,
      'Si fuiste tú, no tienes que hacer nada.',
      NOT_YOU,
    ],
    after: [],
  }),
  'passkey-added': (moment) => ({
    subject: 'Se agregó una llave de acceso a tu cuenta de Ficha Austral',
    before: [
      `El ${moment} se agregó una llave de acceso a tu cuenta. Con ella se entra sin contraseña, desde el equipo que la guarda.`,
      'Si fuiste tú, no tienes que hacer nada.',
      'Si no fuiste tú, elimínala en Configuración, pestaña Seguridad, y cambia ahí tu contraseña. Si no puedes entrar, recupera tu contraseña desde la página de inicio de sesión: eso elimina todas las llaves de acceso.',
    ],
    after: [],
  }),
  'passkey-removed': (moment) => ({
    subject: 'Se eliminó una llave de acceso de tu cuenta de Ficha Austral',
    before: [
      `El ${moment} se eliminó una llave de acceso de tu cuenta. Sigues entrando con tu contraseña.`,
      'Si fuiste tú, no tienes que hacer nada.',
      NOT_YOU,
    ],
    after: [],
  }),
  'payment-account-set': (moment) => ({
    subject: 'Cambió la cuenta de Mercado Pago de tus abonos en Ficha Austral',
    before: [
      `El ${moment} se guardaron en tu cuenta credenciales de Mercado Pago. Desde ahora los abonos que pagan tus pacientes llegan a la cuenta de esas credenciales.`,
      'Si fuiste tú, no tienes que hacer nada.',
      'Si no fuiste tú, los abonos pueden llegar a otra persona: vuelve a guardar tus credenciales en Configuración, y cambia tu contraseña en la pestaña Seguridad. Si no puedes entrar, recupera tu contraseña desde la página de inicio de sesión.',
    ],
    after: [],
  }),
  'payment-account-deleted': (moment) => ({
    subject: 'Se eliminó la cuenta de Mercado Pago de tus abonos en Ficha Austral',
    before: [
      `El ${moment} se eliminaron de tu cuenta las credenciales de Mercado Pago. Tus pacientes ya no pueden pagar abonos en línea.`,
      'Si fuiste tú, no tienes que hacer nada.',
      NOT_YOU,
    ],
    after: [],
  }),
  lockout: (moment, network) => ({
    subject: 'Intentos fallidos de inicio de sesión en tu cuenta de Ficha Austral',
    before: [
      `El ${moment} hubo demasiados intentos de iniciar sesión en tu cuenta desde la red ${network}. Por un rato no se aceptan más intentos desde ahí.`,
      'Si eras tú, espera unos minutos e intenta nuevamente.',
      'Si no eras tú, tu contraseña no ha cambiado. Te conviene usar una larga que no uses en otro sitio.',
    ],
    after: [],
  }),
};

/** Plain text and simple HTML of the same sentences. */
export function renderMessage(kind: FixedKind, { link, at, timeZone, network = 'desconocida' }: Details): Message {
  const { subject, before, action, after } = CONTENTS[kind](momentOf(at, timeZone), network);
  if ((action === undefined) !== (link === undefined)) throw new Error(`a mail of kind ${kind} with a wrong link`);
  const paragraphs = (lines: string[]) => lines.map(paragraph);
  const links = link === undefined || action === undefined ? [] : [button(action, link)];
  return frameMail(
    subject,
    [...paragraphs(['Hola:', ...before]), ...links, ...paragraphs(after)],
    paragraphs([...CLOSING, 'Ficha Austral']),
  );
}

/** '16 de noviembre de 2026 a las 04:40' */
const momentOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone }).format(at);
