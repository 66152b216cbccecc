/** Something is under way, and nobody knows how far it is. */
export function ProgressBar({ label }: { label: string }) {
  return (
    <div role="progressbar" aria-label={label} className="h-1.5 overflow-hidden rounded-full bg-austral-100">
      <div className="to-and-fro h-full w-1/3 rounded-full bg-austral-600" />
    </div>
  );
}
