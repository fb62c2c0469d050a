import type { Locator, Page } from '@playwright/test'
import { unreadableTexts } from './text-layout.ts'

/** Returns the width of what can only be reached by scrolling sideways, in CSS pixels. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

/** Returns what cannot be read, or only by scrolling sideways: in the window that is open, else on the page. */
export async function layoutProblems(page: Page, dialog: Locator): Promise<string[]> {
  const isOpen = (await dialog.count()) > 0
  if (!isOpen) await page.evaluate(() => window.scrollTo(0, 0))
  const hiddenInWindow = isOpen
    ? await dialog.first().evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    : 0
  const hidden = Math.max(hiddenInWindow, await horizontalOverflow(page))
  const texts = (await unreadableTexts(page)).filter(
    // The result covers the place of the bet.
    (text) => !text.startsWith('"Your bet appears here."'),
  )
  return hidden > 0 ? [...texts, `${hidden} px are hidden at the side`] : texts
}
