import { useEffect, useRef, useState } from 'react';
import { FileSkeleton } from '#web/attachments/file-skeleton.tsx';
import { drawPage, openPdf, type PdfDocument, type PdfProblem, problemOf } from '#web/attachments/pdf-document.ts';

/** A file may state millions of pages. */
const MAX_PAGES = 500;
/** The height and width of a letter page, until the page itself is read. */
const LETTER = 11 / 8.5;
/** Pages are drawn before they are reached, and freed when they are further away. */
const NEAR = '100% 0px';

const PROBLEMS: Record<PdfProblem, string> = {
  password: 'Este PDF está protegido con contraseña. Descárgalo para abrirlo en el lector de tu equipo.',
  unreadable: 'Este PDF no se puede mostrar aquí. Descárgalo para verlo en el lector de tu equipo.',
};

interface Props {
  file: Blob;
  name: string;
}

/** The pages of a PDF, one below the other. */
export function PdfPages({ file, name }: Props) {
  const { pdf, problem } = usePdf(file);
  const [area, setArea] = useState<HTMLElement | null>(null);
  if (problem) return <p className="text-muted">{PROBLEMS[problem]}</p>;
  if (!pdf) return <FileSkeleton />;
  const shown = Math.min(pdf.numPages, MAX_PAGES);
  return (
    <>
      <p className="mb-2 text-muted text-sm">
        {pdf.numPages === 1 ? '1 página' : `${pdf.numPages} páginas`}
        {shown < pdf.numPages && `. Se muestran las primeras ${shown}: descárgalo para ver las demás.`}
      </p>
      <section
        ref={setArea}
        aria-label={`Páginas de ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
        tabIndex={0}
        className="max-h-[65dvh] space-y-3 overflow-y-auto rounded-control border border-line bg-austral-50 p-2 sm:p-3"
      >
        {area &&
          Array.from({ length: shown }, (_, index) => index + 1).map((number) => (
            <PdfPage key={number} pdf={pdf} number={number} area={area} />
          ))}
      </section>
    </>
  );
}

/** A document is read by a worker, which ends with the component. */
function usePdf(file: Blob): { pdf?: PdfDocument; problem?: PdfProblem } {
  const [state, setState] = useState<{ pdf?: PdfDocument; problem?: PdfProblem }>({});
  useEffect(() => {
    let isShown = true;
    const { pdf, close } = openPdf(file);
    pdf.then(
      (opened) => isShown && setState({ pdf: opened }),
      (error) => isShown && setState({ problem: problemOf(error) }),
    );
    return () => {
      isShown = false;
      close();
    };
  }, [file]);
  return state;
}

interface PageProps {
  pdf: PdfDocument;
  number: number;
  area: HTMLElement;
}

function PdfPage({ pdf, number, area }: PageProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [ratio, setRatio] = useState(LETTER);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: area,
      rootMargin: NEAR,
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [area]);
  return (
    <div ref={place} className="mx-auto max-w-4xl bg-white" style={{ aspectRatio: 1 / ratio }}>
      {isBroken && <p className="p-6 text-[#333]">No se pudo mostrar la página {number}.</p>}
      {isNear && !isBroken && (
        <PageCanvas pdf={pdf} number={number} onDrawn={setRatio} onBroken={() => setBroken(true)} />
      )}
    </div>
  );
}

interface CanvasProps {
  pdf: PdfDocument;
  number: number;
  onDrawn: (ratio: number) => void;
  onBroken: () => void;
}

function PageCanvas({ pdf, number, onDrawn, onBroken }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is drawn once, whatever its callbacks are.
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let isShown = true;
    const { done, cancel } = drawPage(pdf, number, element);
    done.then(
      () => isShown && onDrawn(element.height / element.width),
      () => isShown && onBroken(),
    );
    return () => {
      isShown = false;
      cancel();
    };
  }, [pdf, number]);
  return <canvas ref={canvas} role="img" aria-label={`Página ${number} de ${pdf.numPages}`} className="block w-full" />;
}
