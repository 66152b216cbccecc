import { Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';

/** Copies the address of a public page, or opens it in a tab. */
export function AddressActions({ address, openLabel }: { address: string; openLabel: string }) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied('Copiada');
    } catch {
      setCopied('El navegador no permitió copiarla');
    }
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button look="secondary" onClick={() => void copy()}>
        <Copy size={18} aria-hidden="true" />
        Copiar dirección
      </Button>
      <a href={address} target="_blank" rel="noopener" className={buttonClass({ look: 'ghost' })}>
        <ExternalLink size={18} aria-hidden="true" />
        {openLabel}
      </a>
      <span role="status" className="text-muted text-sm">
        {copied}
      </span>
    </div>
  );
}
