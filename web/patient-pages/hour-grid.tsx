import { buttonClass } from '#web/ui/button.tsx';

/** The hours of a day. `addDaysToList` fills in copies of the hidden one. */
export const HourGrid = () => (
  <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2">
    <li data-part="hour-model" hidden>
      <button type="button" className={`${buttonClass({ look: 'secondary' })} w-full px-2 tabular-nums`}>
        {' '}
      </button>
    </li>
  </ul>
);
