import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { test } from '../../../support/test.ts'
import { visitGame } from '../../../support/visitor/game-visitor.ts'
import { untilLive } from '../../../support/visitor/page-actions.ts'

/** Half of the 30 s between two polls: polling alone could not show all of it in time. */
const AT_ONCE = { timeout: 15_000 }

test('bets, prices and new rounds appear at once', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const { page } = await visitGame(browser, chain, { name: 'Some Wallet' })
  await untilLive(page)

  const next = page.getByRole('region', { name: `Next #${epoch}` })
  await placeBet(chain, 'UP', '0.25')
  await expect(next).toContainText('0.2500', AT_ONCE)

  await chain.pushPrice(860_50000000n)
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
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText(/^(?:0[89]|10)m/, AT_ONCE)
})
