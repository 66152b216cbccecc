/** A placeholder. Its class gives it the size of the content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-control bg-austral-100 ${className}`} />;
}
