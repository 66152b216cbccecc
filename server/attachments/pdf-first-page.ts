/**
 * Whether a PDF has a page that can be read. One that asks for a password is accepted: who sends it may know the
 * password, and nothing more can be known of it.
 */
export async function hasFirstPage(bytes: Uint8Array): Promise<boolean> {
  // Loaded with the first PDF: it takes a third of a second and 20 MB.
  const { getDocument, PasswordException, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    // A copy, because the reader takes its bytes away.
    data: Uint8Array.from(bytes),
    // Nothing is drawn: neither decoders nor fonts are loaded.
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const pdf = await task.promise;
    await pdf.getPage(1);
    return true;
  } catch (error) {
    return error instanceof PasswordException;
  } finally {
    await task.destroy();
  }
}
