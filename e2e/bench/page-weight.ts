import type { Browser } from '@playwright/test'

/** What a page loads ahead of the first click is loaded by then. */
const QUIET_MS = 6_000

/**
 * Bytes of JavaScript that cross the network before anybody touches the page, as sent (gzip), what is
 * fetched ahead for later clicks included.
 */
export async function scriptBytes(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  /** Bytes of the headers of each script's answer, which are none of JavaScript. */
  const scripts = new Map<string, number>()
  let bytes = 0
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) {
      scripts.set(requestId, response.encodedDataLength)
    }
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const headers = scripts.get(requestId)
    if (headers !== undefined) bytes += encodedDataLength - headers
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(QUIET_MS)
  await context.close()
  return bytes
}
