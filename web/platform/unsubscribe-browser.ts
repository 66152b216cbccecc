/** Unsubscribes the browser from notices, and removes the notices on its screen. */
export async function unsubscribeBrowser(): Promise<void> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
