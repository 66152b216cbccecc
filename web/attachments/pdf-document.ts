// The build for browsers that are a few years old.
import {
  GlobalWorkerOptions,
  getDocument,
  PasswordException,
  type PDFDocumentProxy,
  RenderingCancelledException,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Fonts and decoders, which `tools/pdf-data.ts` adds to the build. */
const DATA_URL = `/assets/pdfjs-${version}/`;

/** Larger pictures inside a PDF are not shown: they would take gigabytes. */
const MAX_IMAGE_PIXELS = 100_000_000;
const MAX_CANVAS_PIXELS = 16_000_000;
/** More than two pixels for each of the screen's are not seen. */
const MAX_DENSITY = 2;

export type PdfDocument = PDFDocumentProxy;
export type PdfProblem = 'password' | 'unreadable';

GlobalWorkerOptions.workerSrc = workerUrl;

interface OpenedPdf {
  pdf: Promise<PdfDocument>;
  close: () => void;
}

/** Reads a PDF in a worker, which `close` ends. Scripts inside the file are never run. */
export function openPdf(file: Blob): OpenedPdf {
  let isClosed = false;
  let end = () => {
    isClosed = true;
  };
  const open = async () => {
    const data = new Uint8Array(await file.arrayBuffer());
    if (isClosed) throw new Error('closed');
    const task = getDocument({
      data,
      // The content policy allows no WebAssembly. The decoders exist in JavaScript too.
      useWasm: false,
      wasmUrl: DATA_URL,
      standardFontDataUrl: DATA_URL,
      // A font that is not in the file looks the same on every computer.
      useSystemFonts: false,
      maxImageSize: MAX_IMAGE_PIXELS,
      enableXfa: false,
      verbosity: VerbosityLevel.ERRORS,
    });
    end = () => void task.destroy();
    return task.promise;
  };
  return { pdf: open(), close: () => end() };
}

export const problemOf = (error: unknown): PdfProblem =>
  error instanceof PasswordException ? 'password' : 'unreadable';

interface Drawing {
  done: Promise<void>;
  cancel: () => void;
}

/** Draws a page as wide as the canvas is shown. A drawing that was cancelled ends without an error. */
export function drawPage(pdf: PdfDocument, number: number, canvas: HTMLCanvasElement): Drawing {
  let isCancelled = false;
  let stop = () => {
    isCancelled = true;
  };
  const draw = async () => {
    const page = await pdf.getPage(number);
    if (isCancelled) return;
    const whole = page.getViewport({ scale: 1 });
    const wanted = (canvas.clientWidth / whole.width) * Math.min(window.devicePixelRatio, MAX_DENSITY);
    const most = Math.sqrt(MAX_CANVAS_PIXELS / (whole.width * whole.height));
    const viewport = page.getViewport({ scale: Math.min(wanted, most) });
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const task = page.render({ canvas, viewport });
    stop = () => task.cancel();
    try {
      await task.promise;
    } catch (error) {
      if (!(error instanceof RenderingCancelledException)) throw error;
    } finally {
      page.cleanup();
    }
  };
  return { done: draw(), cancel: () => stop() };
}
