import type { LucideIcon } from 'lucide-react';

export function IconTile({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-control bg-austral-50 text-austral-700">
      <Icon className="size-5" aria-hidden="true" />
    </span>
  );
}
