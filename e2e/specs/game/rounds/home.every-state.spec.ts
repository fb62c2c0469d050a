import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { checkPage } from '../../../support/page/page-checks.ts'
import { expectClean, monitorPage } from '../../../support/page/page-monitor.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet, returnToTab } from '../../../support/visitor/page-actions.ts'

const PRICE = 860_00000000n

test('every state without a wallet is accessible and fits at every size', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const { page } = await visitGame(browser, chain, { name: 'Some Wallet' })
  const monitor = await monitorPage(page)
  await page.reload()
  const epoch = await chain.openEpoch()
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeInViewport()
  await expect(page.getByText('$860.0000').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
  await checkPage(page, info, 'home')

  await page.getByRole('button', { name: 'Enter UP' }).click()
  await expect(page.getByRole('dialog', { name: 'Connect Wallet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alert')).toContainText('Please connect wallet first')
  await checkPage(page, info, 'banner')
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByText('Please connect wallet to view history')).toBeVisible()
  await checkPage(page, info, 'history-unconnected')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Choose a wallet' }).click()
  await expect(page.getByRole('dialog', { name: 'Connect Wallet' })).toBeVisible()
  await checkPage(page, info, 'connect')
  expectClean(monitor)
})

test('every state before a bet is accessible and fits at every size', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const player = await visitGame(browser, chain, { name: 'Some Wallet' })
  const { page } = player
  const monitor = await monitorPage(page)
  await page.reload()
  await connectWallet(player)
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByText('No trading history')).toBeVisible()
  await checkPage(page, info, 'history-empty')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Enter DOWN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Predict DOWN' })
  await expect(dialog).toBeVisible()
  await checkPage(page, info, 'bet-open')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('2')
  await checkPage(page, info, 'bet-filled')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('200')
  await expect(dialog).toContainText('Insufficient BNB balance')
  await checkPage(page, info, 'bet-wrong')
  expectClean(monitor)
})

test('every state after a bet is accessible and fits at every size', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  const player = await visitGame(browser, chain, { name: 'Some Wallet' })
  const { page, wallet } = player
  const monitor = await monitorPage(page)
  await page.reload()
  await connectWallet(player)
  wallet.decline(true)
  await bet(page, 'UP', '1')
  await expect(page.getByText('Transaction cancelled by user')).toBeVisible()
  await checkPage(page, info, 'bet-declined')
  wallet.decline(false)
  await page.getByRole('button', { name: 'Confirm UP' }).click()
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await checkPage(page, info, 'entered')

  await chain.reachLock()
  await returnToTab(page)
  await expect(page.getByText(/Waiting for the first oracle price after/).first()).toBeVisible()
  await checkPage(page, info, 'settling')

  await chain.reachStrike()
  await chain.pushPrice(PRICE)
  await chain.lockOpenRound(PRICE + 1_00000000n)
  await chain.untilSettled(epoch + 1, PRICE + 1_00000000n)
  await returnToTab(page)
  const expired = page.getByRole('region', { name: `Expired #${epoch}` })
  await expect(expired).toContainText('Only one side had bets')
  await expect(expired.getByRole('button', { name: /^Collect/ })).toBeVisible()
  await checkPage(page, info, 'refund')

  await page.getByRole('button', { name: 'History' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`#${epoch}`) })
    .click()
  await expect(page.getByRole('dialog')).toContainText('CLOSED PRICE')
  await checkPage(page, info, 'history-open')
  await page.getByRole('radio', { name: 'Uncollected' }).check()
  await expect(page.getByRole('button', { name: 'Claim All Winnings' })).toBeVisible()
  await checkPage(page, info, 'history-uncollected')
  await page.keyboard.press('Escape')
  expectClean(monitor)

  await page.context().setOffline(true)
  await expect(page.getByText('No connection to the game.')).toBeVisible()
  await checkPage(page, info, 'offline')
  await page.context().setOffline(false)
  await expect(page.getByText('No connection to the game.')).toBeHidden()
})
