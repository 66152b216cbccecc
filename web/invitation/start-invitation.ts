import { accept, endOnServer, type Invitation, readInvitation } from '#web/invitation/invitation-requests.ts';
import { field, showErrors } from '#web/patient-pages/form-fields.ts';
import { announce, focusPart, onPress, part, setText, showViews, whileBusy } from '#web/patient-pages/parts.ts';
import { hideProblem, onRetry, showFailure, showProblem } from '#web/patient-pages/problem.ts';
import type { Refusal } from '#web/patient-pages/requests.ts';
import { PATHS } from '#web/platform/paths.ts';
import { isSignedIn, signOutOfAllTabs, storeTokens } from '#web/platform/session.ts';

const OTHER_SESSION =
  'En este navegador hay una sesión abierta. Al aceptar se cierra, también en las demás pestañas, y entras con el correo de la invitación.';

/** Fills in the page of an invitation and makes it answer. */
export function startInvitation(token: string): void {
  let invitation: Invitation | undefined;

  function refuse({ code, message, details }: Refusal): void {
    const [wrong] = details.filter((detail) => detail.field === 'password');
    if (code === 'LINK_ENDED') {
      showViews('ended');
      focusPart('ended-heading');
    } else if (code === 'WRONG_CREDENTIALS') showErrors({ password: 'Esa no es la contraseña de tu cuenta' });
    else if (wrong) showErrors({ password: wrong.message });
    else showProblem(message, code !== 'TOO_MANY_TRIES');
  }

  async function enter(password: string): Promise<void> {
    const accepted = await accept(token, password);
    const previous = signOutOfAllTabs();
    if (previous) await endOnServer(previous);
    if ('challenge' in accepted) {
      showViews('accepted');
      focusPart('accepted-heading');
      return;
    }
    storeTokens(accepted);
    location.assign(PATHS.home);
  }

  function submit(): void {
    hideProblem();
    const { value, minLength } = field('password');
    if (showErrors({ password: passwordError(value, invitation?.hasAccount ? 1 : minLength) })) return;
    void whileBusy(part('accept'), () => enter(value).catch(refuse));
  }

  /** Returns the heading of what it shows, or undefined when that failed. */
  const load = async (): Promise<string | undefined> => {
    try {
      invitation = await readInvitation(token);
      fillIn(invitation);
      showViews('invitation');
      return 'invitation-heading';
    } catch (error) {
      const { code, message } = error as Refusal;
      if (code !== 'LINK_ENDED') {
        showFailure(message);
        return undefined;
      }
      showViews('ended');
      announce(part('ended-heading').textContent);
      return 'ended-heading';
    }
  };

  part('form').addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  onPress('show-password', togglePassword);
  onPress('again', submit);
  onRetry(load);
  void load();
}

function passwordError(password: string, minLength: number): string {
  if (!password) return 'La contraseña es requerida';
  return password.length < minLength ? `La contraseña debe tener al menos ${minLength} caracteres` : '';
}

function fillIn({ professional, name, email, hasAccount }: Invitation): void {
  setText('invitation-heading', `${professional} te invita a su secretaría`);
  setText('name', name);
  field('email').value = email;
  setText('signed-in', isSignedIn() ? OTHER_SESSION : '');
  const password = field('password');
  password.autocomplete = hasAccount ? 'current-password' : 'new-password';
  setText('password-label', hasAccount ? 'Tu contraseña' : 'Crea una contraseña');
  setText(
    'password-hint',
    hasAccount ? 'Usa la contraseña de tu cuenta de secretaría.' : `Al menos ${password.minLength} caracteres.`,
  );
  part('recovery').hidden = !hasAccount;
}

function togglePassword(button: HTMLElement): void {
  const password = field('password');
  const isShown = password.type === 'password';
  password.type = isShown ? 'text' : 'password';
  button.setAttribute('aria-label', isShown ? 'Ocultar contraseña' : 'Mostrar contraseña');
  for (const icon of button.querySelectorAll('svg')) icon.classList.toggle('hidden');
}
