import { expect, type Page } from '@playwright/test'
import { unreadableTexts } from './text-layout.ts'

/** Returns the width that can only be reached by scrolling sideways, in CSS pixels. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

/** Checks that everything can be read without scrolling sideways: in the window that is open, else on the page. */
export async function expectLayout(page: Page, state: string): Promise<void> {
  expect.soft(await layoutProblems(page), state).toEqual([])
}

/** Runs in the page: the width that a window hides, and the width under the page's scroll bar. */
function hiddenSideways(window: Element): number {
  const { right } = window.getBoundingClientRect()
  const covered = Math.ceil(right - document.documentElement.clientWidth)
  return Math.max(window.scrollWidth - window.clientWidth, covered)
}

/** Runs in the page: waits until nothing slides in any more. */
async function untilStill(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect, playState }) => {
      const end = Number(effect?.getComputedTiming().endTime)
      return playState === 'running' && Number.isFinite(end)
    })
    .map(({ finished }) => finished.catch(() => undefined))
  await Promise.all(moving)
}

async function layoutProblems(page: Page): Promise<string[]> {
  await page.evaluate(untilStill)
  const dialog = page.getByRole('dialog')
  const isOpen = (await dialog.count()) > 0
  if (!isOpen) await page.evaluate(() => window.scrollTo(0, 0))
  const hiddenInWindow = isOpen ? await dialog.first().evaluate(hiddenSideways) : 0
  const hidden = Math.max(hiddenInWindow, await horizontalOverflow(page))
  const texts = (await unreadableTexts(page)).filter(
    // The result covers the place of the bet.
    (text) => !text.startsWith('"Your bet appears here."'),
  )
  return hidden > 0 ? [...texts, `${hidden} px are hidden at the side`] : texts
}
