export function KeyNames({ names }: { names: readonly string[] }) {
  return (
    <span className="inline-flex items-center gap-1">
      {names.map((name) => (
        <kbd
          key={name}
          className="min-w-7 rounded-md border border-line bg-paper px-1.5 py-0.5 text-center font-sans text-fine text-muted"
        >
          {name}
        </kbd>
      ))}
    </span>
  );
}
