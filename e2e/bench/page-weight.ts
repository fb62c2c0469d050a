import type { Browser } from '@playwright/test'

/** Time in which a page loads what it shows. */
const START_MS = 2_500

/** Time in which it then loads the code for the first click. */
const IDLE_MS = 6_000

/** Bytes of JavaScript, as sent (Brotli), that a page loads before any input. */
export type ScriptBytes = {
  /** For what it shows. */
  start: number
  /** With what it loads once it has nothing else to do. */
  idle: number
}

/** Measures the JavaScript that a page loads before any input. */
export async function scriptBytes(browser: Browser, url: string): Promise<ScriptBytes> {
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
  await page.waitForTimeout(START_MS)
  const start = bytes
  await page.waitForTimeout(IDLE_MS)
  await context.close()
  return { start, idle: bytes }
}
