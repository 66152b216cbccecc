import { FileCheck2, FileUp, FileX2 } from 'lucide-react';
import { useId, useState } from 'react';
import { DropZone } from '#web/ui/drop-zone.tsx';

const RESULTS: Record<FileCheck, { text: string; isGood: boolean }> = {
  same: { text: 'El archivo es idéntico al documento emitido.', isGood: true },
  different: {
    text: 'El archivo no es el documento emitido: fue modificado, o es otro. No confíes en su contenido.',
    isGood: false,
  },
  unreadable: { text: 'No se pudo leer el archivo. Intenta nuevamente.', isGood: false },
  impossible: {
    text: 'Tu navegador no permite comprobar archivos en esta dirección. Compara la huella del archivo por otro medio.',
    isGood: false,
  },
};

/** Compares a file of the visitor with the stored hash. Nothing is uploaded. */
export function FileDrop({ fileHash }: { fileHash: string }) {
  const id = useId();
  const [outcome, setOutcome] = useState<{ name: string; check: FileCheck }>();
  const check = async (file: File) => setOutcome({ name: file.name, check: await checkFile(file, fileHash) });

  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        ¿Tienes el archivo PDF?
      </h2>
      <p className="mt-1 mb-4 text-muted">
        Compruébalo aquí. Se revisa en tu navegador: el archivo no se envía a ninguna parte.
      </p>
      <DropZone
        icon={FileUp}
        label="Arrastra el PDF hasta aquí, o elige el archivo"
        accept="application/pdf,.pdf"
        onFile={(file) => void check(file)}
      />
      <div role="status">{outcome && <Outcome {...outcome} />}</div>
    </section>
  );
}

function Outcome({ name, check }: { name: string; check: FileCheck }) {
  const { text, isGood } = RESULTS[check];
  const Icon = isGood ? FileCheck2 : FileX2;
  return (
    <p
      className={`mt-4 flex items-start gap-3 rounded-control px-4 py-3 ${isGood ? 'bg-green-tint text-green' : 'bg-red-tint text-red'}`}
    >
      <Icon size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        <strong className="block break-words">{name}</strong>
        {text}
      </span>
    </p>
  );
}

export type FileCheck = 'same' | 'different' | 'unreadable' | 'impossible';

/** Compares the SHA-256 of a file with the given hash. */
export async function checkFile(file: Blob, fileHash: string): Promise<FileCheck> {
  // Browsers offer crypto.subtle only over https and on localhost.
  if (!globalThis.crypto?.subtle) return 'impossible';
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex === fileHash ? 'same' : 'different';
  } catch {
    return 'unreadable';
  }
}
