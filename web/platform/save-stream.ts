import { saveFile } from '#web/platform/save-file.ts';

/** Where a file goes while it arrives. */
export interface Target {
  write(chunk: Uint8Array): Promise<void>;
  close(): Promise<void>;
  /** Leaves no file. */
  discard(): Promise<void>;
}

/** Chromium has it, and only where pages are served over HTTPS or from localhost. */
type WithPicker = typeof globalThis & {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
};

/**
 * A file that the user chooses, which is written as it arrives, however large. It needs a click. Where the browser cannot
 * do that, the file is collected and saved as a download. Rejects with an AbortError when the user chooses none.
 */
export async function chooseTarget(name: string): Promise<Target> {
  const { showSaveFilePicker } = globalThis as WithPicker;
  if (!showSaveFilePicker) return downloadTarget(name);
  const file = await (await showSaveFilePicker({ suggestedName: name })).createWritable();
  return {
    write: (chunk) => file.write(new Uint8Array(chunk)),
    close: () => file.close(),
    discard: () => file.abort(),
  };
}

/** The browser keeps large collections of bytes on the disk. */
export function downloadTarget(name: string): Target {
  let parts: Blob[] = [];
  return {
    write: async (chunk) => void parts.push(new Blob([new Uint8Array(chunk)])),
    close: async () => saveFile(new Blob(parts, { type: 'application/zip' }), name),
    discard: async () => {
      parts = [];
    },
  };
}
