import { expect } from '@playwright/test'
import { parseEther } from 'viem'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { checkPage } from '../../../support/page/page-checks.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet, returnToTab, takePicture } from '../../../support/visitor/page-actions.ts'

const PRICE = 860_00000000n

test('after a win, a visitor switches on that winnings are sent; the next arrive without a click', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const player = await visitGame(browser, chain, { name: 'Patient Wallet' })
  const { page } = player
  const { address } = player.wallet.account
  await connectWallet(player)
  const winRound = async (price: bigint) => {
    const next = page.getByRole('region', { name: `Next #${await chain.openEpoch()}` })
    await expect(next).toBeVisible()
    await bet(page, 'UP', '1')
    await expect(next).toContainText('1.0000')
    await placeBet(chain, 'DOWN', '1')
    await expect(next).toContainText('2.0000')
    await chain.lockOpenRound(price - 1n)
    await returnToTab(page)
    const close = await chain.openEpoch()
    await chain.lockOpenRound(price)
    await chain.untilSettled(close, price)
    await returnToTab(page)
    return close - 1
  }
  const first = await winRound(PRICE + 2n)
  const result = page.getByRole('region', { name: 'Your result' })
  await expect(result).toContainText('+0.9400 BNB')
  await expect(result.getByRole('button', { name: /^Collect/ })).toBeVisible()
  const before = await chain.client.getBalance({ address })

  await takePicture(page, info, 'offer')
  await page.getByRole('button', { name: 'Send automatically' }).click()
  await expect(page.getByText('Your winnings are now sent to you automatically')).toBeVisible()
  await expect
    .poll(() => chain.client.getBalance({ address }), { timeout: 30_000 })
    .toBe(before + parseEther('1.94'))

  // The card adds up the results that it shows.
  await page.keyboard.press('Escape')
  await expect(result).toHaveCount(0)
  const second = await winRound(PRICE + 4n)
  await expect(page.getByText('+1.9400 BNB sent to you').first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: /History/ })
  const toggle = history.getByRole('switch', { name: 'Send my winnings automatically' })
  await expect(toggle).toBeChecked()
  await checkPage(page, info, 'history with payouts')
  await takePicture(page, info, 'history')
  await history.getByRole('radio', { name: 'Collected', exact: true }).check()
  for (const epoch of [first, second])
    await expect(history.getByRole('button', { name: new RegExp(`#${epoch} .*WIN`) })).toBeVisible()

  await history.getByRole('radio', { name: 'All' }).check()
  await toggle.click()
  await expect(toggle).not.toBeChecked()
  await expect(history).toContainText('You pay nothing for it')
})
