import type { Page, TestInfo } from '@playwright/test'
import { takePicture } from '../visitor/page-actions.ts'
import { expectAccessible } from './accessibility.ts'
import { expectLayout } from './layout-problems.ts'

/** Phone, tablet, desktop. */
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const

const WIDTHS = [320, 390, 768, 1440, 2560] as const

/**
 * Checks the page in its current state: nothing overflows at any size, and axe finds nothing. axe runs
 * at the narrowest size, where things have the least room, and at the widest, where nothing is scrolled
 * out of sight.
 *
 * @param state - Name of the state, for messages and screenshots.
 */
export async function checkPage(page: Page, info: TestInfo, state: string): Promise<void> {
  const before = page.viewportSize()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.evaluate(scrollRowToItsEnd)
    await takePicture(page, info, `${state}-${size.width}`)
    await expectLayout(page, `${state} at ${size.width} px`)
    if (size.width !== 768) await expectAccessible(page, `${state} at ${size.width} px`)
  }
  if (before) await page.setViewportSize(before)
}

/**
 * Checks that nothing overflows from the smallest phone to a wide desktop.
 *
 * @param card - The card that narrow screens scroll to.
 */
export async function checkWidths(
  page: Page,
  info: TestInfo,
  state: string,
  card: 'expired' | 'live' | 'next' = 'next',
): Promise<void> {
  const before = page.viewportSize()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 1000 })
    await page.evaluate(scrollToCard, card)
    await takePicture(page, info, `${state}-${width}`)
    await expectLayout(page, `${state} at ${width} px`)
  }
  if (before) await page.setViewportSize(before)
}

/** Runs in the page: scrolls the cards to where a narrow screen shows them after loading. */
function scrollRowToItsEnd(): void {
  const row = document.querySelector('[data-card="next"]')?.parentElement
  row?.scrollTo({ left: row.scrollWidth, behavior: 'instant' })
}

/** Runs in the page. */
function scrollToCard(type: string): void {
  const card = document.querySelector(`[data-card="${type}"]`)
  card?.scrollIntoView({ inline: 'center', block: 'center', behavior: 'instant' })
}
