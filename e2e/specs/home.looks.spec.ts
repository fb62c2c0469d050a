import { expect } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { lookAt } from '../support/look.ts'
import { expectClean, watchPage } from '../support/page-watch.ts'
import { bet, comeBack, connect, openPlayer } from '../support/player.ts'
import { test } from '../support/visit.ts'

const PRICE = 860_00000000n

test('every state without a wallet stands at every size, for everybody', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const { page } = await openPlayer(browser, chain, 'Some Wallet')
  const watch = await watchPage(page)
  await page.reload()
  const epoch = await chain.openEpoch()
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeInViewport()
  await expect(page.getByText('$860.0000').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
  await lookAt(page, info, 'home')

  await page.getByRole('button', { name: 'Enter UP' }).click()
  await expect(page.getByRole('alert')).toContainText('Please connect wallet first')
  await lookAt(page, info, 'banner')
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByText('Please connect wallet to view history')).toBeVisible()
  await lookAt(page, info, 'history-unconnected')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Choose a wallet' }).click()
  await expect(page.getByRole('dialog', { name: 'Connect Wallet' })).toBeVisible()
  await lookAt(page, info, 'connect')
  expectClean(watch)
})

test('every state before a bet stands at every size, for everybody', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const player = await openPlayer(browser, chain, 'Some Wallet')
  const { page } = player
  const watch = await watchPage(page)
  await page.reload()
  await connect(player)
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByText('No trading history')).toBeVisible()
  await lookAt(page, info, 'history-empty')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Enter DOWN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Predict DOWN' })
  await expect(dialog).toBeVisible()
  await lookAt(page, info, 'bet-open')
  await dialog.getByRole('spinbutton').fill('2')
  await lookAt(page, info, 'bet-filled')
  await dialog.getByRole('spinbutton').fill('200')
  await expect(dialog).toContainText('Insufficient BNB balance')
  await lookAt(page, info, 'bet-wrong')
  expectClean(watch)
})

test('every state after a bet stands at every size, for everybody', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  const player = await openPlayer(browser, chain, 'Some Wallet')
  const { page, wallet } = player
  const watch = await watchPage(page)
  await page.reload()
  await connect(player)
  wallet.decline(true)
  await bet(page, 'UP', '1')
  await expect(page.getByText('Transaction cancelled by user')).toBeVisible()
  await lookAt(page, info, 'bet-declined')
  wallet.decline(false)
  await page.getByRole('button', { name: 'Confirm UP' }).click()
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await lookAt(page, info, 'entered')

  await chain.reachLock()
  await comeBack(page)
  await expect(page.getByText(/Waiting for the first oracle price after/).first()).toBeVisible()
  await lookAt(page, info, 'settling')

  await chain.answer(PRICE)
  await chain.lockOpenRound(PRICE + 1_00000000n)
  await expect.poll(() => chain.strikePrice(epoch + 1)).toBe(PRICE + 1_00000000n)
  await comeBack(page)
  const expired = page.getByRole('region', { name: `Expired #${epoch}` })
  await expect(expired).toContainText('Only one side had bets')
  await expect(expired.getByRole('button', { name: /^Collect/ })).toBeVisible()
  await lookAt(page, info, 'refund')

  await page.getByRole('button', { name: 'History' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`#${epoch}`) })
    .click()
  await expect(page.getByRole('dialog')).toContainText('CLOSED PRICE')
  await lookAt(page, info, 'history-open')
  await page.getByRole('radio', { name: 'Uncollected' }).check()
  await expect(page.getByRole('button', { name: 'Claim All Winnings' })).toBeVisible()
  await lookAt(page, info, 'history-uncollected')
  await page.keyboard.press('Escape')
  expectClean(watch)

  await page.context().setOffline(true)
  await expect(page.getByText('No connection to the game.')).toBeVisible()
  await lookAt(page, info, 'offline')
  await page.context().setOffline(false)
  await expect(page.getByText('No connection to the game.')).toBeHidden()
})
