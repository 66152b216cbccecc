import { worker } from '#web/service-worker/worker-scope.ts';

// Served in place of the worker with SERVICE_WORKER=off: browsers that have a worker take this one, which ends itself.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('activate', (event) => event.waitUntil(end()));

async function end(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await worker.registration.unregister();
}
