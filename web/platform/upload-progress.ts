/** From this size on a progress bar says something. */
export const PROGRESS_BYTES = 256 * 1024;

/** How much was sent, from 0 to 1. */
export type OnProgress = (part: number) => void;

export interface UploadOptions {
  params?: unknown;
  query?: unknown;
  /** The other fields of the form. */
  fields?: Readonly<Record<string, string>>;
  onProgress?: OnProgress;
  /** Cancels it. */
  signal?: AbortSignal;
}

/** Sends a request. */
export type Transport = (address: string, request: RequestInit) => Promise<Response>;

/** Tells how much of the body was sent, which only XMLHttpRequest can. */
export const withProgress =
  (onProgress: OnProgress): Transport =>
  (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      request.onload = () => {
        const type = request.getResponseHeader('content-type') ?? '';
        resolve(new Response(request.responseText, { status: request.status, headers: { 'content-type': type } }));
      };
      request.onerror = () => reject(new TypeError('Failed to fetch'));
      signal?.addEventListener('abort', () => {
        request.abort();
        reject(signal.reason as Error);
      });
      request.send(body as XMLHttpRequestBodyInit);
    });
