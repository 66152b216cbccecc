/** Why a mail was not delivered, for the professional. `server/mail/smtp.ts` sets the codes. */
export function failureText(failure: string): string {
  if (failure === 'ADDRESS') return 'La dirección de correo no es válida';
  if (failure === 'EXPIRED') return 'El servidor de correo no respondió a tiempo';
  return 'El correo fue rechazado';
}
