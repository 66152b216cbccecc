interface Props {
  /** How much of the file was sent. Undefined for a small one. */
  part: number | undefined;
  /** What the server does then. */
  after: string;
}

/** Shows how much of the file was sent. What the server does with it has no measure. */
export function ImportProgress({ part, after }: Props) {
  const isSending = part !== undefined && part < 1;
  const text = isSending ? `Enviando el archivo: ${Math.round(part * 100)} %` : after;
  return (
    <div role="status" className="mt-4">
      {isSending ? (
        <progress className="sr-only" aria-label="Avance del envío" value={part} aria-valuetext={text} />
      ) : (
        <progress className="sr-only" aria-label={after} />
      )}
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full rounded-full bg-austral-600 ${isSending ? '' : 'motion-safe:animate-pulse'}`}
          style={{ width: isSending ? `${part * 100}%` : '100%' }}
        />
      </div>
      <p className="mt-1 text-muted text-sm tabular-nums">{text}</p>
    </div>
  );
}
