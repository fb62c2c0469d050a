import type { Locator, Page } from '@playwright/test'
import { horizontalOverflow } from './page-checks.ts'
import { unreadableTexts } from './text-layout.ts'

/** Returns what cannot be read, or only by scrolling sideways: in the window that is open, else on the page. */
export async function layoutProblems(page: Page, dialog: Locator): Promise<string[]> {
  const isOpen = (await dialog.count()) > 0
  if (!isOpen) await page.evaluate(() => window.scrollTo(0, 0))
  const hidden = isOpen
    ? await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    : await horizontalOverflow(page)
  const texts = (await unreadableTexts(page)).filter(
    // The open window covers the page, and the result covers the place of the bet.
    (text) => !(isOpen && text.endsWith('overlap')) && !text.startsWith('"Your bet appears here."'),
  )
  return hidden > 0 ? [...texts, `${hidden} px are hidden at the side`] : texts
}
