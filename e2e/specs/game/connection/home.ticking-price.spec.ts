import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { type ExchangeTicker, startExchangeTicker } from '../../../support/stack/exchange-ticker.ts'
import { test } from '../../../support/test.ts'
import { untilLive } from '../../../support/visitor/page-actions.ts'

let ticker: ExchangeTicker
test.beforeAll(async () => {
  ticker = await startExchangeTicker('860.25000000')
})
test.afterAll(() => ticker.stop())

const label = (page: Page) => page.getByText('live, does not decide').locator('..')
const oracle = (page: Page) => page.getByRole('region', { name: 'BNB/USD price' })
const oracleLine = (page: Page) =>
  page.locator('section:has(> header h2) svg path[class*="line"]').first()

test('the price of an exchange moves the line, and the oracle alone decides', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  await page.goto('/')
  await untilLive(page)
  await expect(label(page)).toContainText('$860.2500')
  await expect(oracle(page)).toContainText('$860.0000')
  const axis = await oracleLine(page).getAttribute('d')

  ticker.setPrice('860.31')
  await expect(label(page)).toContainText('$860.3100')
  await expect(oracle(page)).toContainText('$860.0000')
  await expect(page.locator('[data-ticks] path')).toHaveAttribute(
    'd',
    /^M[\d.]+ [\d.]+(?:L[\d.]+ [\d.]+){2}/,
  )
  expect(await oracleLine(page).getAttribute('d'), 'a tick does not move the scale').toBe(axis)

  // The exchange falls silent: its line fades after some seconds, and nothing else moves.
  ticker.setPrice(null)
  await expect(label(page)).toHaveAttribute('aria-hidden', 'true')
  await expect(label(page)).toHaveCSS('opacity', '0')
  expect(await oracleLine(page).getAttribute('d')).toBe(axis)

  await chain.pushPrice(860_50000000n)
  await expect(oracle(page)).toContainText('$860.5000')
  await expect(page.locator('[data-ticks]')).toHaveCount(0)
  ticker.setPrice('860.4')
  await expect(label(page)).toHaveAttribute('aria-hidden', 'false')
  await expect(label(page)).toContainText('$860.4000')
})
