import { FileCheck2, FileUp, FileX2 } from 'lucide-react';
import { useId, useState } from 'react';
import { checkFile, type FileCheck } from '#web/documents/file-check.ts';

const WORDS: Record<FileCheck, { text: string; isGood: boolean }> = {
  same: { text: 'El archivo es idéntico al documento emitido.', isGood: true },
  different: {
    text: 'El archivo no es el documento emitido: fue modificado, o es otro. No confíes en su contenido.',
    isGood: false,
  },
  unreadable: { text: 'No se pudo leer el archivo. Intenta nuevamente.', isGood: false },
  impossible: {
    text: 'Tu navegador no permite comprobar archivos en esta dirección. Compara el hash del archivo por otro medio.',
    isGood: false,
  },
};

/** Checks a file of the visitor's against the stored hash. Nothing is uploaded. */
export function FileDrop({ fileHash }: { fileHash: string }) {
  const id = useId();
  const [outcome, setOutcome] = useState<{ name: string; check: FileCheck }>();
  const [isOver, setOver] = useState(false);
  const look = async (file: File | undefined) => {
    if (file) setOutcome({ name: file.name, check: await checkFile(file, fileHash) });
  };

  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg">
        ¿Tienes el archivo PDF?
      </h2>
      <p className="mt-1 text-muted">
        Compruébalo aquí. Se revisa en tu navegador: el archivo no se envía a ninguna parte.
      </p>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void look(event.dataTransfer.files[0]);
        }}
        className={`mt-4 flex cursor-pointer flex-col items-center gap-2 rounded-card border-2 border-dashed px-4 py-8 text-center transition-colors duration-150 focus-within:outline-2 focus-within:outline-austral-600 focus-within:outline-offset-2 hover:border-austral-600 ${isOver ? 'border-austral-600 bg-austral-50' : 'border-control-line'}`}
      >
        <FileUp size={28} aria-hidden="true" className="text-austral-700" />
        <span className="font-semibold">Arrastra el PDF hasta aquí, o elige el archivo</span>
        <input
          id={id}
          type="file"
          accept="application/pdf,.pdf"
          className="sr-only"
          onChange={(event) => {
            void look(event.target.files?.[0]);
            // The same file may be chosen again.
            event.target.value = '';
          }}
        />
      </label>
      <div role="status">{outcome && <Outcome {...outcome} />}</div>
    </section>
  );
}

function Outcome({ name, check }: { name: string; check: FileCheck }) {
  const { text, isGood } = WORDS[check];
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
