import { expect } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { connectWallet, visitGame } from '../support/game-visitor.ts'
import { bet, returnToTab } from '../support/page-actions.ts'
import { placeBet } from '../support/place-bet.ts'
import { test } from '../support/test.ts'

test('announces the user’s own win once', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const player = await visitGame(browser, chain, { name: 'Hearing Wallet' })
  const { page } = player
  const announcement = page.getByRole('status').filter({ hasText: `Round #${epoch}:` })
  await connectWallet(player)
  await bet(page, 'UP', '0.5')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await placeBet(chain, 'DOWN', '0.5')
  await chain.lockOpenRound(860_00000000n)
  await returnToTab(page)
  await expect(page.getByRole('region', { name: `Live #${epoch}` })).toBeVisible()
  await expect(announcement).toHaveCount(0)

  await chain.lockOpenRound(861_00000000n)
  await chain.untilSettled(epoch + 1, 861_00000000n)
  await returnToTab(page)
  await expect(announcement).toHaveText(
    `Round #${epoch}: UP won. You won and can collect 0.9700 BNB.`,
  )
  await expect(page.getByRole('region', { name: `Expired #${epoch}` })).toContainText('UP won')

  await page.reload()
  await expect(page.getByRole('button', { name: /^Collect/ })).toBeVisible()
  await expect(announcement).toHaveCount(0)
})
