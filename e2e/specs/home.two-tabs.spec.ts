import { expect } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { connectWallet, visitGame } from '../support/game-visitor.ts'
import { bet } from '../support/page-actions.ts'
import { test } from '../support/test.ts'

/** Half of the 30 s between two polls. */
const AT_ONCE = { timeout: 15_000 }

test('a bet in one tab shows in the other', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const player = await visitGame(browser, chain, { name: 'Busy Wallet' })
  await connectWallet(player)
  const other = await player.page.context().newPage()
  await other.goto('/')
  await other.waitForResponse((response) => response.url().includes('user_address'))

  await bet(player.page, 'UP', '0.5')
  await expect(player.page.getByText('Bet UP Successfully')).toBeVisible()
  const next = other.getByRole('region', { name: `Next #${epoch}` })
  await expect(next).toContainText(/UP\s*entered\s*0\.5000/, AT_ONCE)
  await expect(other.getByRole('button', { name: 'Enter UP' })).toBeDisabled()
  await expect(other.getByText('9.49', { exact: false }).first()).toBeVisible(AT_ONCE)
})
