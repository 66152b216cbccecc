import { CONTENT_ID } from '#web/ui/skip-link.tsx';

/** Headings are no stops of the Tab key, and can have the focus only if they say so. */
function focus(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.classList.add('outline-none');
  heading.focus({ preventScroll: true });
}

const pageHeading = () => document.querySelector<HTMLElement>(`#${CONTENT_ID} h1`);

/** For a control that is removed while it has the focus. Without a heading, the content itself gets it. */
export function focusPageHeading(): void {
  const heading = pageHeading();
  if (heading) focus(heading);
  else document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
}
