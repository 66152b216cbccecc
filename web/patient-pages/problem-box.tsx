import { buttonClass } from '#web/ui/button.tsx';

/** Where `showProblem` says what went wrong. Always there, so that a screen reader announces what changes in it. */
export const ProblemBox = () => (
  <div role="alert">
    <div data-part="problem" hidden className="mt-4 rounded-control border border-red/40 bg-red-tint px-4 py-3">
      <p data-part="problem-text" className="font-semibold text-red" />
      <button type="button" data-part="again" className={`${buttonClass({ look: 'secondary' })} mt-3 w-full`}>
        Intentar de nuevo
      </button>
    </div>
  </div>
);
