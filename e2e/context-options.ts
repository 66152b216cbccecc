/** Playwright gives them to the contexts of a test. Contexts that several tests share need them too. */
export const contextOptions = () => ({
  baseURL: `http://localhost:${process.env.E2E_PORT}`,
  locale: 'es-CL',
  timezoneId: 'America/Santiago',
  viewport: { width: 1440, height: 900 },
  // Each frame of an animation is drawn by the processor.
  reducedMotion: 'reduce' as const,
});
