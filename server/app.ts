import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { login } from '#contract/auth';
import { isWrite } from '#contract/endpoint';
import { OPERATIONS } from '#contract/endpoints';
import { createRightsRequest } from '#contract/rights-requests';
import { accessLogRoutes } from './access-log/access-log.routes.ts';
import { recordRead } from './access-log/record-read.ts';
import { accountRoutes } from './account/account.routes.ts';
import { adminRoutes } from './admin/admin.routes.ts';
import { agendaRoutes } from './agenda/agenda.routes.ts';
import { appointmentLinksRoutes } from './appointment-links/appointment-links.routes.ts';
import { assistantsRoutes } from './assistants/assistants.routes.ts';
import { createAttachmentReader } from './attachments/attachment-reader.ts';
import { attachmentsRoutes } from './attachments/attachments.routes.ts';
import { keepAttachmentsOfPatients } from './attachments/attachments.service.ts';
import type { RecordingDeps } from './audit/access-recorder.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { authenticate } from './auth/authenticate.service.ts';
import { createLoginLimits } from './auth/login-limits.ts';
import type { Owner } from './auth/owner.ts';
import { createSessionCache } from './auth/session-cache.ts';
import { lockOpenSession } from './auth/sessions.service.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { bookingRoutes } from './booking/booking.routes.ts';
import { bookingPageData } from './booking/booking-page.service.ts';
import { calendarLinkRoutes } from './calendar-link/calendar-link.routes.ts';
import { certificatesRoutes } from './certificates/certificates.routes.ts';
import { chargesRoutes } from './charges/charges.routes.ts';
import { cie10Routes } from './cie10/cie10.routes.ts';
import { clinicalNotesRoutes } from './clinical-notes/clinical-notes.routes.ts';
import { lockNote } from './clinical-notes/clinical-notes.service.ts';
import { custodyRoutes } from './custody/custody.routes.ts';
import { depositPaymentsRoutes } from './deposit-payments/deposit-payments.routes.ts';
import { createSettleDeposit } from './deposit-payments/deposit-settlement.service.ts';
import { paymentAccountRoutes } from './deposits/payment-account.routes.ts';
import type { Deps } from './deps.ts';
import { documentsRoutes } from './documents/documents.routes.ts';
import type { PrintingDeps } from './documents/documents.service.ts';
import { draftsRoutes } from './drafts/drafts.routes.ts';
import { exportRoutes } from './export/export.routes.ts';
import { firstStepsRoutes } from './first-steps/first-steps.routes.ts';
import { healthRoutes } from './health/health.routes.ts';
import { CALENDAR_TIMEOUT_MS, createFileReader, TABLE_TIMEOUT_MS } from './imports/file-reader.ts';
import { importsRoutes } from './imports/imports.routes.ts';
import { incidentsRoutes } from './incidents/incidents.routes.ts';
import { medicationsRoutes } from './medications/medications.routes.ts';
import { noticesRoutes } from './notices/notices.routes.ts';
import type { PushDeps } from './notices/push-service.ts';
import { patientsRoutes } from './patients/patients.routes.ts';
import type { PaymentsDeps } from './payments/choose-payments.ts';
import type { DepositProvidersDeps } from './payments/deposit-providers.ts';
import { AppError } from './platform/app-error.ts';
import type { Config } from './platform/config.ts';
import { serveApiDescription } from './platform/http/api-description.ts';
import { BODY_LIMIT, binder } from './platform/http/bind.ts';
import { closeLateRequests } from './platform/http/body-time.ts';
import { endConnectionsOnClose } from './platform/http/closing.ts';
import { answerBrokenRequest, answerErrors, sendError, toAppError } from './platform/http/errors.ts';
import { readForms } from './platform/http/forms.ts';
import { headersFor, setHeaders } from './platform/http/headers.ts';
import { escapeInvalidPath } from './platform/http/invalid-path.ts';
import { readJsonBodies } from './platform/http/json-body.ts';
import { servePages } from './platform/http/pages.ts';
import { createLeases } from './platform/lease.ts';
import type { Monitor } from './platform/monitoring/monitor.ts';
import { applyAccountLimits } from './platform/rate-limit.ts';
import { presetsRoutes } from './presets/presets.routes.ts';
import { processingAgreementRoutes } from './processing-agreement/processing-agreement.routes.ts';
import type { ProofOfWorkDeps } from './proof-of-work/proof-of-work.service.ts';
import { receiptsRoutes } from './receipts/receipts.routes.ts';
import { voidReceiptsWithPayment } from './receipts/receipts.service.ts';
import { recordSearchRoutes } from './record-search/record-search.routes.ts';
import { remindersRoutes } from './reminders/reminders.routes.ts';
import { bookingPageLimit, requestLimits } from './request-limits.ts';
import { requireAllBound } from './require-all-bound.ts';
import { rightsRequestsRoutes } from './rights-requests/rights-requests.routes.ts';
import { servicesRoutes } from './services/services.routes.ts';
import { sharesRoutes } from './shares/shares.routes.ts';
import { signatureRoutes } from './signature/signature.routes.ts';
import { systemRoutes } from './system/system.routes.ts';
import { type MonitoringDeps, requireMetricsToken } from './system/system.service.ts';
import { workingHoursRoutes } from './working-hours/working-hours.routes.ts';

const HEADERS_TIMEOUT_MS = 30_000;
/** The largest file over a slow connection. Other requests have the time of BODY_TIME. */
const REQUEST_TIMEOUT_MS = 600_000;
const CONNECTION_TIMEOUT_MS = 60_000;

/** Everything that the routes need. */
export type AppDeps = Deps &
  RecordingDeps &
  PaymentsDeps &
  DepositProvidersDeps &
  PrintingDeps &
  PushDeps &
  MonitoringDeps &
  ProofOfWorkDeps;

type AppConfig = Pick<
  Config,
  'logLevel' | 'rateLimit' | 'trustProxy' | 'legalEntity' | 'metricsToken' | 'isDemo' | 'hasServiceWorker'
> & {
  publicUrl: string;
  /** The folder of the built web. Without it only the API is served. */
  webFolder: string | undefined;
};

export async function buildApp(deps: AppDeps, config: AppConfig): Promise<FastifyInstance> {
  const headers = headersFor(config.publicUrl);
  const app = fastify({
    logger: { level: config.logLevel, base: null, serializers: { req: ({ method }) => ({ method }) } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Closes a connection whose client does not read the response, which would otherwise stay in memory.
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    http: { connectionsCheckingInterval: 5000, headersTimeout: HEADERS_TIMEOUT_MS },
    // Without a trusted proxy the address of a client is that of its connection, whatever its headers say.
    trustProxy: config.trustProxy ?? false,
    // While the app is closing, requests are still answered: Fastify's own refusal is in English.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url }) => escapeInvalidPath(url),
    // A mistyped code of any length gets the page that says so. Node limits all headers together, the URL included.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    frameworkErrors: (error, _request, reply) => sendError(reply.headers(headers), toAppError(error)),
    clientErrorHandler: answerBrokenRequest,
  });
  readJsonBodies(app);
  closeLateRequests(app);
  readForms(app);
  answerErrors(app);
  watchResponses(app, deps.monitor);
  endConnectionsOnClose(app, () => deps.isDraining());
  setHeaders(app, headers);

  const sessionDeps = { ...deps, sessions: createSessionCache(deps.accountChanges) };
  const { bind, bound } = binder<Owner>(app, {
    now: deps.now,
    authenticate: (caller, endpoint) => authenticate(sessionDeps, caller, endpoint),
    recordRead: (act, call) => recordRead(deps, act, call),
    requireMetricsToken: (authorization) => requireMetricsToken(config.metricsToken, authorization),
    requireSpace: (endpoint) => {
      const isRefused = isWrite(endpoint) && !endpoint.allowsLowStorage && deps.diskFloor.isLow();
      if (isRefused) throw new AppError('STORAGE_LOW');
    },
    ...requestLimits(deps, config.rateLimit),
  });
  healthRoutes(bind, deps);
  authRoutes(bind, deps);
  accountRoutes(bind, deps);
  firstStepsRoutes(bind, deps);
  const leases = createLeases(deps.identity, deps.now);
  const removal = { keepAttachments: keepAttachmentsOfPatients };
  patientsRoutes(bind, deps, removal);
  importsRoutes(bind, {
    ...deps,
    ...removal,
    leases,
    patientFiles: closedWith(app, createFileReader(PATIENT_FILE_WORKER, TABLE_TIMEOUT_MS)),
    calendarFiles: closedWith(app, createFileReader(CALENDAR_FILE_WORKER, CALENDAR_TIMEOUT_MS)),
  });
  accessLogRoutes(bind, deps);
  agendaRoutes(bind, deps);
  remindersRoutes(bind, deps);
  workingHoursRoutes(bind, deps);
  servicesRoutes(bind, deps);
  paymentAccountRoutes(bind, { ...deps, settleDeposit: createSettleDeposit(deps) });
  appointmentLinksRoutes(bind, deps);
  bookingRoutes(bind, { ...deps, limitsNetworks: config.rateLimit });
  depositPaymentsRoutes(bind, deps);
  chargesRoutes(bind, { ...deps, voidReceiptsWithPayment });
  rightsRequestsRoutes(bind, {
    ...deps,
    limitByRecipient: async (account) => {
      if (config.rateLimit)
        await applyAccountLimits(deps.identity, { endpoint: createRightsRequest, account }, deps.now());
    },
  });
  const { limitByBody } = createLoginLimits(deps);
  assistantsRoutes(bind, {
    ...deps,
    limitLogin: async (email, { address, token }) => {
      if (config.rateLimit) await limitByBody(login, address, { email, deviceToken: token });
    },
  });
  noticesRoutes(bind, deps);
  calendarLinkRoutes(bind, { ...deps, lockOpenSession });
  draftsRoutes(bind, deps);
  clinicalNotesRoutes(bind, deps);
  certificatesRoutes(bind, deps);
  presetsRoutes(bind, deps);
  recordSearchRoutes(bind, deps);
  attachmentsRoutes(bind, { ...deps, attachmentFiles: closedWith(app, createAttachmentReader()), lockNote });
  signatureRoutes(bind, deps);
  documentsRoutes(bind, deps);
  receiptsRoutes(bind, deps);
  sharesRoutes(bind, deps);
  custodyRoutes(bind, deps);
  exportRoutes(bind, { ...deps, leases });
  billingRoutes(bind, deps);
  cie10Routes(bind, deps);
  medicationsRoutes(bind);
  adminRoutes(bind, deps);
  incidentsRoutes(bind, deps);
  processingAgreementRoutes(bind, deps);
  systemRoutes(bind, deps);
  requireAllBound(bound);

  serveApiDescription(app, OPERATIONS, config.publicUrl);
  if (config.webFolder) {
    await servePages(app, config.webFolder, {
      ...config,
      sendsMail: deps.sendsMail,
      payments: describePayments(deps.payments),
      findBookingPage: (slug) => bookingPageData(deps, slug),
      limitBookingPage: bookingPageLimit(deps, config.rateLimit),
    });
  }
  return app;
}

const describePayments = ({ provider, testCheckout }: AppDeps['payments']) =>
  testCheckout ? 'test' : provider ? 'on' : 'none';

const CALENDAR_FILE_WORKER = new URL('./imports/calendar-file-worker.ts', import.meta.url);
const PATIENT_FILE_WORKER = new URL('./imports/patient-file-worker.ts', import.meta.url);

function closedWith<Reader extends { close(): Promise<void> }>(app: FastifyInstance, reader: Reader): Reader {
  app.addHook('onClose', () => reader.close());
  return reader;
}

/** Counts and logs each response, with the route and not the URL, which may contain a name or a RUT. */
function watchResponses(app: FastifyInstance, monitor: Monitor): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const { statusCode: status, elapsedTime } = reply;
    monitor.recordResponse({ method, route, status }, elapsedTime);
    request.log.info({ method, route, status, ms: Math.round(elapsedTime * 10) / 10 }, 'answered');
    done();
  });
}
