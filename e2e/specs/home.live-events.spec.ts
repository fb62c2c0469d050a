import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { openPlayer } from '../support/player.ts'
import { betElsewhere, pushPrice } from '../support/trader.ts'
import { test } from '../support/visit.ts'

/** Half of the 30 s between two polls, for a busy machine: by polls alone not all of it could come in time. */
const AT_ONCE = { timeout: 15_000 }

test('bets, prices and new rounds are on screen at once', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const { page } = await openPlayer(browser, chain, 'Some Wallet')
  await isLive(page)

  const next = page.getByRole('region', { name: `Next #${epoch}` })
  await betElsewhere(chain, 'UP', '0.25')
  await expect(next).toContainText('0.2500', AT_ONCE)

  await pushPrice(chain, 860_50000000n)
  await expect(page.getByRole('region', { name: 'BNB/USD price' })).toContainText(
    '$860.5000',
    AT_ONCE,
  )

  await chain.lockOpenRound(861_00000000n)
  await expect(page.getByRole('region', { name: `Live #${epoch}` })).toContainText(
    '$861.0000',
    AT_ONCE,
  )
  await expect(page.getByRole('region', { name: `Next #${epoch + 1}` })).toBeVisible(AT_ONCE)
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText(/^0[23]m/, AT_ONCE)
})

/** Waits until the page listens. */
async function isLive(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().includes('/api/stream'))
}
