import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type TestInfo } from '@playwright/test'

/** Phone, tablet, desk. */
const SIZES = [
  { width: 360, height: 740, isJudged: true },
  { width: 768, height: 1024, isJudged: false },
  { width: 1440, height: 900, isJudged: true },
] as const

/**
 * Looks at the page as it stands, at every size: nothing overflows, and a picture is kept with the
 * test's results. axe looks at the narrowest, where things have the least room, and at the widest, where
 * none is scrolled out of sight.
 */
export async function lookAt(page: Page, info: TestInfo, state: string): Promise<void> {
  const before = page.viewportSize()
  for (const { isJudged, ...size } of SIZES) {
    await page.setViewportSize(size)
    await page.evaluate(scrollRowToItsEnd)
    expect.soft(await horizontalOverflow(page), `${state} at ${size.width} px overflows`).toBe(0)
    const path = info.outputPath(`${state}-${size.width}.png`)
    // A hidden caret would take a style of Playwright's own, which the page's policy refuses.
    await page.screenshot({ path, animations: 'disabled', caret: 'initial' })
    if (isJudged) await expectAccessible(page, `${state} at ${size.width} px`)
  }
  if (before) await page.setViewportSize(before)
}

/** Width of what can only be reached by scrolling sideways, in CSS pixels. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

/** Runs in the page: the cards as a narrow screen shows them once they have loaded. */
function scrollRowToItsEnd(): void {
  const row = document.querySelector('[data-card="next"]')?.parentElement
  row?.scrollTo({ left: row.scrollWidth, behavior: 'instant' })
}

/** Contrast of WCAG's level AAA. Numbers are what a visitor decides by: they have it, the rest that of AA. */
const HIGH_CONTRAST = 'color-contrast-enhanced'

/** axe finds nothing, and no faint number. Colours are judged once nothing moves any more. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.evaluate(untilStill)
  const axe = new AxeBuilder({ page }).options({ rules: { [HIGH_CONTRAST]: { enabled: true } } })
  const { violations } = await axe.analyze()
  const faint = violations.filter(({ id }) => id === HIGH_CONTRAST)
  const faults = violations.filter(({ id }) => id !== HIGH_CONTRAST)
  const found = faults.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
  expect.soft(found, state).toEqual([])
  const texts = faint.flatMap(({ nodes }) => nodes).map(({ target }) => textOf(page, `${target}`))
  const numbers = (await Promise.all(texts)).filter((text) => /\d/.test(text))
  expect.soft(numbers, `numbers of ${state}`).toEqual([])
}

async function textOf(page: Page, target: string): Promise<string> {
  return (await page.locator(target).textContent()) ?? ''
}

/** Runs in the page: waits for what moves into place, not for what goes on, such as a countdown. */
async function untilStill(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= 1_000)
    .filter(({ playState }) => playState === 'running')
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
}
