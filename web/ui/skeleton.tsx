/** A quiet block with the exact size, given by its class, of what is about to come. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-control bg-austral-100 ${className}`} />;
}
