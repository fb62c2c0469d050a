import { callRpc } from '@bullring/stack/chain/anvil'
import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, expectConnected, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet, nextCard, untilLive } from '../../../support/visitor/page-actions.ts'

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
  await expectConnected({ ...player, page: other })
  await untilLive(other)

  await bet(player.page, 'UP', '0.5')
  await expect(player.page.getByText('Bet UP Successfully')).toBeVisible()
  const next = other.getByRole('region', { name: `Next #${epoch}` })
  await expect(next).toContainText('You are in: UP 0.5000', AT_ONCE)
  await expect(
    nextCard(other).getByRole('button', { name: 'You are in: UP 0.5000' }),
  ).toBeDisabled()
  await expect(other.getByRole('button', { name: 'Enter DOWN' })).toBeDisabled()
  await expect(other.getByText('9.49', { exact: false }).first()).toBeVisible(AT_ONCE)
})

test('disconnecting in one tab disconnects the other and closes its dialog', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page
    .getByRole('dialog', { name: 'Connect Wallet' })
    .getByRole('button', { name: /play money/i })
    .click()
  const address = /^0x.{4}.{1,3}.{4}/
  await expect(page.getByRole('button', { name: address })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: address })).toBeVisible()
  await page.getByRole('button', { name: 'Enter UP' }).click()
  const dialog = page.getByRole('dialog', { name: 'Predict UP' })
  await expect(dialog).toBeVisible()

  await other.getByRole('button', { name: address }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeEnabled()
})

test('of two bets at once, the second says that the visitor has entered', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page
    .getByRole('dialog', { name: 'Connect Wallet' })
    .getByRole('button', { name: /play money/i })
    .click()
  await expect(page.getByText('Play money has arrived')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: /^0x/ })).toBeVisible()
  // Both transactions are under way before either is mined.
  await callRpc(chain.rpcUrl, 'evm_setIntervalMining', [3])
  try {
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: 'Enter UP' }).click()
      // Equal bets would be the same transaction.
      await tab.getByRole('textbox', { name: 'Amount' }).fill(tab === page ? '0.5' : '0.4')
    }
    await Promise.all(
      [page, other].map((tab) => tab.getByRole('button', { name: 'Confirm UP' }).click()),
    )
    for (const tab of [page, other]) await expect(tab.getByRole('dialog')).toBeHidden()
    const texts = await Promise.all(
      [page, other].map((tab) =>
        tab.getByText(/^(Bet UP Successfully|You have already entered this round)$/).innerText(),
      ),
    )
    expect(texts.sort()).toEqual(['Bet UP Successfully', 'You have already entered this round'])
  } finally {
    await callRpc(chain.rpcUrl, 'evm_setIntervalMining', [1])
  }
})

test('so does a wallet extension, whose own state stays connected', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await visitGame(browser, chain, { name: 'Two Tab Wallet' })
  await connectWallet(player)
  const other = await player.page.context().newPage()
  await other.goto('/')
  const address = other.getByRole('button', { name: /^0x/ })
  await expect(address).toBeVisible()
  await player.page.getByRole('button', { name: /^0x/ }).click()
  await expect(address).toHaveCount(0)
})
