import type { ReactNode } from 'react';
import { PATIENT_CARD_CLASS } from '#web/patient-pages/patient-page.tsx';
import { buttonClass } from '#web/ui/button.tsx';

interface LoadingProps {
  text: string;
  /** What the person can do when nothing appears. */
  lateAdvice: string;
  /** What the person can do without JavaScript. */
  noScriptAdvice: string;
}

/** Shown until the script has filled in the page. */
export const LoadingView = ({ text, lateAdvice, noScriptAdvice }: LoadingProps) => (
  <div data-view="loading" className={PATIENT_CARD_CLASS}>
    <p role="status" className="noscript:hidden">
      {text}
    </p>
    {/* The style sheet shows it after some seconds: the script may not have loaded. */}
    <p className="late-advice noscript:hidden mt-3">{lateAdvice}</p>
    <noscript>
      <p>{`Tu navegador no permite JavaScript, y esta página lo necesita. ${noScriptAdvice}`}</p>
    </noscript>
  </div>
);

/** Shown when the page could not be loaded. `showFailure` fills it in, and `onRetry` loads the page again. */
export const FailedView = ({ title, busyText }: { title: string; busyText: string }) => (
  <div data-view="failed" hidden className={PATIENT_CARD_CLASS}>
    <h1 className="text-heading">{title}</h1>
    <p data-part="failure" className="mt-3" />
    <button
      type="button"
      data-part="retry"
      data-busy={busyText}
      className={`${buttonClass({ size: 'lg' })} mt-6 w-full`}
    >
      Intentar de nuevo
    </button>
  </div>
);

/** Shown for every link that does not work, whatever the reason. */
export const EndedView = ({ children }: { children: ReactNode }) => (
  <div data-view="ended" hidden className={PATIENT_CARD_CLASS}>
    <h1 data-part="ended-heading" tabIndex={-1} className="text-heading outline-none">
      Este enlace ya no es válido
    </h1>
    <p className="mt-3 text-muted leading-relaxed">{children}</p>
  </div>
);
