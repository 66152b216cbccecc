import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileHints } from './tools/compile-hints.ts';
import { pdfData } from './tools/pdf-data.ts';
import { splitContract } from './tools/split-contract.ts';

// tools/dev.ts hands on the port of the API.
const SERVER = `http://127.0.0.1:${process.env.PORT || 3000}`;

const WEB = join(import.meta.dirname, 'web');

const webModule = (path: string) => new RegExp(`/web/(?:${path})\\.tsx?$`);

/**
 * Every file adds its headers and compresses on its own, so modules that are needed together are put together. A group
 * takes with it what its modules import, unless an earlier group has it.
 */
const CHUNKS = [
  // zod and every schema, for the forms.
  {
    name: 'schemas',
    test: /\?schemas$|\/web\/platform\/configure-zod\.ts$|\/node_modules\/zod\//,
    priority: 5,
    includeDependenciesRecursively: false,
  },
  // What the schemas use of the rest of the contract. Without a place of its own it would be in files of screens.
  {
    name: 'contract',
    test: /\/contract\/(?:account|addenda|agenda|appointment-series|auth|billing|certificates|cie10|clinical-notes|days|drafts|endpoint|fold|identity|medications|patient-identity|patients|plans|prescriptions|professions|recovery|regions|required-fields|rut|rut-field|sessions|text|undecryptable|wire|working-hours)\.ts$/,
    priority: 5,
    includeDependenciesRecursively: false,
  },
  // The same for measurements, which only notes and the profile use.
  {
    name: 'measurements',
    test: /\/contract\/measurement(?:s|-texts)\.ts$/,
    priority: 5,
    includeDependenciesRecursively: false,
  },
  // Modules that pages without the application also use.
  { name: 'page', test: /\/web\/platform\/(?:theme|access-token|when-idle)\.ts$|vite\/preload-helper/, priority: 4 },
  // Modules of the query library that few screens use are left out: parallel queries, infinite queries, mutation state.
  {
    name: 'application',
    test: /\/web\/(?:app\/(?:root|routes|server-unreachable-banner|toaster-on-demand)|platform\/(?:api|query-client)|drafts\/unsaved-changes)\.tsx?$|\/node_modules\/(?:react-dom|scheduler|react|react-router|@tanstack)\/(?!.*\/(?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|useMutationState)\.js$)/,
    priority: 3,
  },
  {
    name: 'signed-in',
    test: webModule(
      'app/(?:layout|screen-lock|message-page)|auth/(?:reauthentication-dialog|auth.queries)|ui/(?:unavailable-page|card|page|load-failure|badge|busy-button|ignore-double-click|text-area|back-link|inline-failure|format-bytes)|platform/(?:guide-link|save-file)',
    ),
    priority: 2,
  },
  // Needed by the profile of a patient and by both editors.
  {
    name: 'record',
    test: webModule(
      'attachments/attachments-card-on-demand|clinical-notes/(?:clinical-notes.queries|allergy-question)|drafts/(?:clinical-permission.queries|draft|finalize-from-list|has-shape|toast-texts)|patients/(?:patient-missing|patient-texts|patients.queries|recent-patients)|platform/uuid|ui/use-debounced',
    ),
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // A file for each of these icons would be larger than the icon.
  {
    name: 'icons',
    test: /\/lucide-react\/dist\/esm\/icons\/(?:arrow-left|check|chevron-down|chevron-right|circle-dot|circle-exclamation-point|copy|download|file-text|loader-circle|plus|printer|rotate-ccw-clock|star|trash|triangle-exclamation-point|x)\.m?js$/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // Modules around a document, also around one that is finalised.
  {
    name: 'document',
    test: webModule(
      'platform/note-of-appointment|drafts/(?:document-screen|document-loader|editor-skeleton|finalization-footer|use-document-id)|ui/(?:unsaved-text|copy-text)|patients/(?:patient-document|patient-bar)',
    ),
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // Needed by the agenda, the home page and the profile of a patient.
  {
    name: 'appointments',
    test: webModule(
      'agenda/(?:agenda.queries|agenda-address|appointment-badges|appointment-lists|appointment-status|change-appointment|now|week)',
    ),
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // Modules that the agenda needs, and that other screens need singly.
  {
    name: 'schedule',
    test: webModule('agenda/(?:availability|day-header|spans)|ui/calendar-popover'),
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // Needed by the profile of a patient and by the account.
  {
    name: 'profile',
    test: /\/web\/(?:ui\/(?:shown-when|earlier-button)|export\/export(?:-button|\.queries))\.tsx?$|\/@tanstack\/.*\/(?:useInfiniteQuery|infiniteQueryObserver)\.js$/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // Modules that every state of a clinical note needs.
  {
    name: 'note',
    test: webModule(
      'attachments/attachments-when-idle|clinical-notes/(?:clinical-note-form|measurement-fields|diagnosis-text|prescription-(?:details|fields))',
    ),
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'editor',
    test: webModule(
      'drafts/(?:autosave|create-draft|use-editor|use-draft|editor-dialogs|leave-guard|save-bar|save-state|save-status)|ui/(?:restored-notice|leave-dialog)',
    ),
    priority: 1,
    includeDependenciesRecursively: false,
  },
];

/** Pages whose files are not preloaded. The lists of files to preload are part of the application, which all screens load. */
const RARELY_OPENED =
  /\/(?:landing|recovery|terms|privacy|rights|support|guide|not-found|new-password|confirm-email|admin|system-scripts|test-checkout)-page-/;

/** zod attaches the making of JSON schemas to every schema. The browser makes none. */
const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  apply: (_, { isSsrBuild }) => isSsrBuild !== true,
  load: {
    filter: { id: /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/ },
    handler: async (id) => {
      const names = [...(await readFile(id, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => name,
      );
      return names.map((name) => `export const ${name} = () => {};`).join('\n');
    },
  },
};

/** Zod's own messages are English. What a form shows is given in its schema, in Spanish. */
const withoutEnglishMessages: Plugin = {
  name: 'without-english-messages',
  apply: (_, { isSsrBuild }) => isSsrBuild !== true,
  load: {
    filter: { id: /\/zod\/v4\/locales\/en\.js$/ },
    handler: () => 'export default () => ({});',
  },
};

/** The links of react-router's framework, and its instrumentation, which does nothing unless a router is given some. */
const UNUSED_OF_ROUTER =
  /\/react-router\/dist\/(?:production|development)\/lib\/(?:dom\/ssr\/links|router\/instrumentation)\.js$/;

const withoutUnusedOfRouter: Plugin = {
  name: 'without-unused-of-router',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  load: {
    filter: { id: UNUSED_OF_ROUTER },
    handler: async (id) => {
      const [, names = ''] = /^export \{ (.+) \};$/m.exec(await readFile(id, 'utf8')) ?? [];
      if (!names) throw new Error(`${id} exports nothing that is known`);
      return names
        .split(', ')
        .map((name) => `export const ${name} = () => {};`)
        .join('\n');
    },
  },
};

export default defineConfig({
  root: WEB,
  plugins: [
    react(),
    tailwind(),
    splitContract(join(WEB, 'platform/configure-zod.ts')),
    withoutJsonSchemas,
    withoutEnglishMessages,
    withoutUnusedOfRouter,
    pdfData,
    compileHints,
  ],
  server: { port: 5173, strictPort: true, proxy: { '/api': SERVER, '/calendario': SERVER } },
  build: {
    manifest: true,
    // The content policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    // pdf.js is larger than the usual limit, and loaded on demand. tools/script-budget.ts limits what a screen loads.
    chunkSizeWarningLimit: 600,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files) =>
        RARELY_OPENED.test(file)
          ? []
          : files.filter((one) => !/\/(?:rolldown-runtime|page|application|contract|signed-in)-/.test(one)),
    },
    rolldownOptions: {
      input: {
        app: join(WEB, 'index.html'),
        'public-page': join(WEB, 'site/public-page.ts'),
        'deferred-start': join(WEB, 'deferred-start.ts'),
      },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
});
