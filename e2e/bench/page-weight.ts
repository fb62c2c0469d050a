import type { Browser } from '@playwright/test'

/** Time in which a page preloads the code for the first click. */
const QUIET_MS = 6_000

/** Returns the bytes of JavaScript, as sent (Brotli), that a page loads before any input, preloads included. */
export async function scriptBytes(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  /** Bytes of the headers of each script's response, to subtract. */
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
