import { timeZoneOf } from '#contract/regions';
import { longDay } from '#web/agenda/day-header.tsx';
import { addLoadedPage } from '#web/app/router.ts';
import { CLINICAL_NOTE_PAGES } from '#web/app/routes.tsx';
import { SECTIONS } from '#web/app/sections.ts';
import { AttachmentsCard } from '#web/attachments/attachments-card-on-demand.ts';
import { PATHS } from '#web/platform/paths.ts';
import { whenIdle } from '#web/platform/when-idle.ts';
import { loadConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { formatNumber } from '#web/ui/format-number.ts';

/** Tells the bench that the next screens are loaded. */
const LOADED_MARK = 'next-screens-loaded';

export type Load = () => Promise<unknown>;

const NEXT_SECTIONS = [PATHS.agenda, PATHS.patients, PATHS.patient, PATHS.account];

/**
 * What a navigation most often leads to, with the parts that these screens show or load by themselves, and then the
 * search.
 */
const LOADS: readonly Load[] = [
  async () => addLoadedPage(PATHS.home, (await import('#web/home/home-page.tsx')).HomePage),
  ...NEXT_SECTIONS.map((path) => async () => addLoadedPage(path, await sectionAt(path).load())),
  async () => (await import('#web/patient-profile/patient-profile-page.tsx')).AppointmentsCard.load(),
  AttachmentsCard.load,
  loadClinicalNotePage,
  async () => (await import('#web/clinical-notes/clinical-note-editor.tsx')).loadEditorParts(),
  () => import('#web/clinical-notes/note-rules.ts'),
  async () => (await import('#web/clinical-notes/clinical-note-page.tsx')).FinalizedClinicalNote.load(),
  loadConfirmDialog,
  makeFormats,
  () => import('#web/app/search-dialog.tsx'),
];

async function loadClinicalNotePage(): Promise<void> {
  const { ClinicalNotePage, ClinicalNoteEditor } = await import('#web/clinical-notes/clinical-note-page.tsx');
  addLoadedPage(CLINICAL_NOTE_PAGES, ClinicalNotePage);
  await ClinicalNoteEditor.load();
}

function sectionAt(wanted: string) {
  const section = SECTIONS.find(({ path }) => path === wanted);
  if (!section) throw new Error(`no section at ${wanted}`);
  return section;
}

/** The formats of numbers and instants that lists show. The first of each kind takes milliseconds, and is then kept. */
async function makeFormats(): Promise<void> {
  const now = new Date().toISOString();
  formatNumber(0);
  formatMoment(now, timeZoneOf(undefined));
  longDay(now.slice(0, 10));
}

/**
 * Loads one module after another, each when the browser is idle. A failure is silent: the screen loads it again.
 * Returns a function that cancels it.
 */
export function loadOneByOne(loads = LOADS): () => void {
  const [load, ...others] = loads;
  if (!load) {
    performance.mark(LOADED_MARK);
    return () => undefined;
  }
  let cancel = whenIdle(() => {
    let isCancelled = false;
    cancel = () => {
      isCancelled = true;
    };
    const next = () => {
      if (!isCancelled) cancel = loadOneByOne(others);
    };
    load().then(next, next);
  });
  return () => cancel();
}
