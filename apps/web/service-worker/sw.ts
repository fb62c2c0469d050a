/**
 * The service worker: shows notifications and opens the page when one is clicked. It has no `fetch` handler and caches
 * nothing, so it cannot serve an old release. Imports nothing: the build sends it as one file (build/service-worker.ts).
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

worker.addEventListener('install', () => {
  worker.skipWaiting().catch(() => undefined)
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage())
})

/** Brings a page of the game to the front, or opens one. */
async function showPage(): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [page] = windows
  if (page === undefined) await worker.clients.openWindow('/')
  else await page.focus()
}
