import type { Page } from '@playwright/test'

/** Browsers report changes in batches: an element added and removed at once is not announced. */
const BATCH_MS = 100

/** Records the announcements of a screen reader from now on. Returns a function that reads them. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(observeLiveRegions, BATCH_MS)
  return async () => {
    await page.waitForTimeout(2 * BATCH_MS)
    return page.evaluate(() => (window as unknown as Recording).announced)
  }
}

type Recording = { announced: string[] }

/** Runs in the page. What is behind a modal dialog is not announced. */
function observeLiveRegions(batchMs: number): void {
  const announced: string[] = []
  Object.assign(window, { announced })
  const isAnnounced = (added: Element) => {
    const region = added.closest('[aria-live], [role=status], [role=alert]')
    const modal = document.querySelector('dialog:modal')
    if (region === null || region.getAttribute('aria-live') === 'off') return false
    return added.isConnected && (modal === null || modal.contains(added))
  }
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
    setTimeout(() => {
      for (const node of added) {
        if (node instanceof Element && isAnnounced(node)) announced.push(node.textContent)
      }
    }, batchMs)
  }).observe(document.body, { childList: true, subtree: true })
}
