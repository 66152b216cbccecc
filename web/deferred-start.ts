// The only script that a prerendered form needs to be shown and filled in. The application is downloaded when the browser
// is idle and started at the first sign of use, because starting it keeps a telephone busy for some tenths of a second.
import { accessToken } from '#web/platform/access-token.ts';
import { whenIdle } from '#web/platform/when-idle.ts';

const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'input', 'click'];

/** The buttons that were pressed before the application could react. A press of the Enter key is one as well. */
const pressed = new Set<HTMLElement>();
let isStarting = false;

function start(): void {
  if (isStarting) return;
  isStarting = true;
  load().catch(() => {
    // The server did not answer. The next sign of use tries again.
    isStarting = false;
  });
}

async function load(): Promise<void> {
  const { startApplication } = await import('#web/app/start-application.tsx');
  await startApplication();
  for (const type of SIGNS_OF_USE) window.removeEventListener(type, start, true);
  window.removeEventListener('storage', start);
  window.removeEventListener('click', hold, true);
  for (const button of pressed) button.click();
}

function hold(event: Event): void {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('button');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  pressed.add(button);
}

/** The build lists the modules in a template, which the browser does not load by itself. */
function download(): void {
  const modules = document.querySelector<HTMLTemplateElement>('#modules');
  if (modules) document.head.append(modules.content);
}

for (const type of SIGNS_OF_USE) window.addEventListener(type, start, { capture: true, passive: true });
// Another tab may have signed in, or changed the theme.
window.addEventListener('storage', start);
// The application follows the theme of the system.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', start);
window.addEventListener('click', hold, true);
// The form is disabled in the HTML: without a script the browser would submit it itself, with the password in the address.
for (const fieldset of document.querySelectorAll('fieldset')) fieldset.disabled = false;

if (accessToken() !== null) start();
else whenIdle(download);
