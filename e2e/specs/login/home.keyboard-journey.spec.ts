import { type Browser, expect, type Page } from '@playwright/test'
import { placeBet } from '../../support/chain/place-bet.ts'
import { pressByKey, tabTo } from '../../support/page/keyboard.ts'
import {
  type EmbeddedWalletStack,
  openEmbeddedWallet,
} from '../../support/stack/embedded-wallet-stack.ts'
import { test } from '../../support/test.ts'
import { returnToTab } from '../../support/visitor/page-actions.ts'
import { armedIn } from '../../support/wallet/wallet-window.ts'

const PRICE = 860_00000000n
const EMAIL = 'helen@example.com'

let stack: EmbeddedWalletStack
test.beforeAll(async () => {
  stack = await openEmbeddedWallet()
})

test('a stranger logs in by e-mail, bets, collects and looks back with the keyboard and names alone', async ({
  browser,
}) => {
  const { chain } = stack
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  const page = await openFirstTime(browser)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

  await test.step('closes the guide, and logs in', async () => {
    await pressByKey(page, dialog('How to play').getByRole('button', { name: 'Got it' }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await pressByKey(page, page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }))
    await tabTo(page, page.getByRole('textbox', { name: 'Email' }))
    await page.keyboard.type(EMAIL)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused()
    await page.keyboard.type(await stack.codeFor(EMAIL))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('Play money has arrived')).toBeVisible()
  })

  await test.step('bets', async () => {
    await tabTo(page, button('Enter UP'))
    await page.keyboard.press('Enter')
    await expect(dialog('Predict UP').getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await page.keyboard.type('0.5')
    await expect(dialog('Predict UP').getByRole('switch', { name: 'One-tap bets' })).toBeChecked()
    await pressByKey(page, button('Confirm UP'))
    await approveByKey(page)
    await expect(button(/^You are in: UP/).first()).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('collects', async () => {
    // Without an opponent, stakes are refunded.
    await placeBet(chain, 'DOWN', '1')
    await chain.lockOpenRound(PRICE)
    await chain.lockOpenRound(PRICE + 1n)
    await chain.untilSettled(epoch + 1, PRICE + 1n)
    await returnToTab(page)
    // The permission of the first bet is enough.
    await pressByKey(page, button(/^Collect/).first())
    await expect(page.getByText('Claim successful')).toBeVisible()
  })

  await test.step('looks back', async () => {
    await pressByKey(page, button(/^History/))
    const bet = dialog(/History/).getByRole('button', { name: new RegExp(`#${epoch} .*WIN`) })
    await pressByKey(page, bet)
    await expect(dialog(/History/)).toContainText('Your direction')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(button(/^History/)).toBeFocused()
  })
})

/** Opens the game as a browser does that has never been there. */
async function openFirstTime(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(stack.url)
  return page
}

/** Approves the request that the wallet shows, in its window. */
async function approveByKey(page: Page): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'Approve Transaction' })).toBeVisible()
  const opening = page.waitForEvent('popup')
  const frame = page.frameLocator('#w3m-iframe')
  await pressByKey(page, frame.getByRole('button', { name: 'Open window' }))
  const opened = await opening
  const read = async () => {
    await opened.keyboard.press('End')
    return await armedIn(opened).count()
  }
  await expect.poll(read).toBe(1)
  const closed = opened.waitForEvent('close')
  await pressByKey(opened, armedIn(opened))
  await closed
}
