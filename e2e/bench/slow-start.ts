import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

/** Start of a page with a slow processor, all from the start of its navigation. */
export type SlowStart = {
  /** Work of the main thread. */
  busyMs: number
  /** Longest task of the main thread. */
  longestTaskMs: number
  /** End of the last task over 50 ms. */
  interactiveMs: number
  /** Largest contentful paint. */
  lcpMs: number
}

/** Processor of a cheap phone, compared with this machine. */
export const SLOW_PROCESSOR = 4

/** Time in which a page loads and then comes to rest. */
const START_MS = 8_000

/** A phone of Lighthouse's preset "mobile". */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** Opens a page on a phone with a slow processor. */
export async function openPhone(
  browser: Browser,
  visitor: Pick<BrowserContextOptions, 'storageState'> = {},
): Promise<{ page: Page; devTools: CDPSession }> {
  const context = await browser.newContext({ ...PHONE, ...visitor })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Performance.enable')
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR })
  return { page, devTools }
}

/** Measures how a page starts for a first visitor with a slow processor. */
export async function measureStart(browser: Browser, url: string): Promise<SlowStart> {
  const { page, devTools } = await openPhone(browser)
  await page.addInitScript(recordStart)
  await page.goto(url)
  await page.waitForTimeout(START_MS)
  const { metrics } = await devTools.send('Performance.getMetrics')
  const { tasks, lcpMs } = await page.evaluate(readStart)
  await page.context().close()
  return {
    busyMs: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000,
    longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
    interactiveMs: Math.max(0, ...tasks.map(({ startTime, duration }) => startTime + duration)),
    lcpMs,
  }
}

/** Runs in the page: records long tasks and the largest paint. */
function recordStart(): void {
  const entries: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
  for (const type of ['longtask', 'largest-contentful-paint']) {
    observer.observe({ type, buffered: true })
  }
  Reflect.set(window, 'startEntries', entries)
}

/** Runs in the page. */
function readStart(): { tasks: { startTime: number; duration: number }[]; lcpMs: number } {
  const entries: PerformanceEntry[] = Reflect.get(window, 'startEntries' as never)
  const of = (type: string) => entries.filter(({ entryType }) => entryType === type)
  return {
    tasks: of('longtask').map(({ startTime, duration }) => ({ startTime, duration })),
    lcpMs: of('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
  }
}
