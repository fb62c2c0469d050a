import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { test } from '../support/test.ts'

test('a phone shows the right end of the row, a desktop all of it', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const open = async (width: number, height: number) => {
    const context = await browser.newContext({ viewport: { width, height } })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
    await expect(page.getByRole('region', { name: `Expired #${epoch - 2}` })).toBeVisible()
    return page
  }
  const phone = await open(390, 844)
  await expect.poll(() => cardsInView(phone)).toEqual(['next'])
  const desktop = await open(1440, 900)
  await expect.poll(() => cardsInView(desktop)).toEqual(['expired', 'live', 'next'])
})

/** Returns the cards that are wholly visible without scrolling sideways. */
function cardsInView(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-card]')]
      .filter((card) => {
        const { left, right } = card.getBoundingClientRect()
        return left >= 0 && right <= window.innerWidth
      })
      .map((card) => card.dataset['card']),
  )
}
