import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet, untilLive } from '../../../support/visitor/page-actions.ts'

test('a click on the address disconnects, and a reload stays disconnected', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const player = await visitGame(browser, chain, { name: 'Leaving Wallet' })
  const { page } = player
  const next = page.getByRole('region', { name: `Next #${epoch}` })
  const address = page.getByRole('button', { name: /^0x/ })
  const expectGone = async () => {
    await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeEnabled()
    await expect(address).toHaveCount(0)
    await expect(next).toContainText('0.5000')
    await expect(next).not.toContainText('You are in')
    await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
  }
  await connectWallet(player)
  await bet(page, 'UP', '0.5')
  await expect(next).toContainText('You are in: UP 0.5000')

  await address.click()
  await expectGone()
  // The wallet has revoked its permission: connecting again would ask its user.
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.reload()
  await untilLive(page)
  await expectGone()

  await connectWallet(player)
  await expect(next).toContainText('You are in: UP 0.5000')
})
