import { expect } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { bet, comeBack, connect, openPlayer } from '../support/player.ts'
import { betElsewhere } from '../support/trader.ts'
import { test } from '../support/visit.ts'

test('a screen reader is told that the own bet won, once', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const player = await openPlayer(browser, chain, 'Hearing Wallet')
  const { page } = player
  const told = page.getByRole('status').filter({ hasText: `Round #${epoch}:` })
  await connect(player)
  await bet(page, 'UP', '0.5')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await betElsewhere(chain, 'DOWN', '0.5')
  await chain.lockOpenRound(860_00000000n)
  await comeBack(page)
  await expect(page.getByRole('region', { name: `Live #${epoch}` })).toBeVisible()
  await expect(told).toHaveCount(0)

  await chain.lockOpenRound(861_00000000n)
  await expect.poll(() => chain.strikePrice(epoch + 1)).toBe(861_00000000n)
  await comeBack(page)
  await expect(told).toHaveText(`Round #${epoch}: UP won. You won and can collect 0.9700 BNB.`)
  await expect(page.getByRole('region', { name: `Expired #${epoch}` })).toContainText('UP won')

  await page.reload()
  await expect(page.getByRole('button', { name: /^Collect/ })).toBeVisible()
  await expect(told).toHaveCount(0)
})
