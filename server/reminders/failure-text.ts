/** Why a mail was not delivered, for the professional. `server/mail/` has the codes. */
export function failureText(failure: string): string {
  if (failure === 'ADDRESS') return 'La dirección de correo no es válida';
  if (failure === 'EXPIRED') return 'El servidor de correo no respondió a tiempo';
  if (failure === 'LIMIT') return 'Ya se enviaron 1.000 correos a tus pacientes en las últimas 24 horas';
  return 'El correo fue rechazado';
}
