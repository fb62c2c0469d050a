import { type Browser, expect, type Page, type TestInfo } from '@playwright/test'
import { createPublicClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { placeBet } from '../../support/chain/place-bet.ts'
import {
  type EmbeddedWalletStack,
  openEmbeddedWallet,
} from '../../support/stack/embedded-wallet-stack.ts'
import {
  launchDataOf,
  type MiniApp,
  type MiniAppOptions,
  openMiniApp,
} from '../../support/telegram/open-mini-app.ts'
import { test } from '../../support/test.ts'
import { bet, nextCard, returnToTab, takePicture } from '../../support/visitor/page-actions.ts'
import { approveIn, readRequest } from '../../support/wallet/wallet-window.ts'

const LOCK_PRICE = 860_00000000n
const CLOSE_PRICE = 861_00000000n

let stack: EmbeddedWalletStack
test.beforeAll(async () => {
  stack = await openEmbeddedWallet()
})

/** Opens the game in Telegram and logs in. Returns once the play money is there. */
async function openPlayer(browser: Browser, id: number, options: MiniAppOptions): Promise<MiniApp> {
  await stack.chain.lockOpenRound(LOCK_PRICE)
  const initData = launchDataOf({ id, first_name: 'Eve' })
  const app = await openMiniApp(browser, stack.url, initData, options)
  const { page } = app
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page.getByRole('button', { name: 'Continue as' }).click()
  await expect(page.getByText('Play money has arrived')).toBeVisible()
  return app
}

/** Waits for the wallet's page in the same tab, and checks what it says. */
async function onWalletPage(page: Page, text: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${stack.frameUrl}/approval#[0-9a-f]{32}$`))
  await expect(page.getByText(new URL(stack.url).host)).toBeVisible()
  await expect(page.getByText(text).first()).toBeVisible()
}

/** Approves on the wallet's page. Returns once the game is back, at the same address. */
async function approve(page: Page, info: TestInfo, name: string): Promise<void> {
  await readRequest(page)
  await takePicture(page, info, name)
  await approveIn(page).click()
  await onGame(page)
}

async function onGame(page: Page): Promise<void> {
  await expect(page).toHaveURL((url) => url.origin === stack.url)
  await expect(page.getByRole('button', { name: /^0x/ }).first()).toBeVisible()
}

const callsOf = ({ calls }: MiniApp, method: string) =>
  calls.filter((call) => call.method === method).map(({ parameters }) => parameters)

/** Locks the open round, and waits until the page shows the next one. */
async function openNextRound(page: Page): Promise<void> {
  await stack.chain.lockOpenRound(LOCK_PRICE)
  const epoch = await stack.chain.openEpoch()
  await returnToTab(page)
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
}

const oneTapOf = (page: Page) => page.getByRole('switch', { name: 'One-tap bets' })

test('in Telegram on Android, a player refuses a permission, bets alone, grants the permission, bets and collects with a tap, sends coins, and ends it', async ({
  browser,
}, info) => {
  test.slow()
  const app = await openPlayer(browser, 5_000_000_011, { platform: 'android' })
  const { page } = app

  await test.step('a refusal brings back the bet, to approve alone', async () => {
    await bet(page, 'UP', '0.02')
    await onWalletPage(page, 'This site wants to play without asking each time')
    await takePicture(page, info, '1-permission')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await onGame(page)
    await expect(page.getByText('One-tap bets are still off. Nothing was approved.')).toBeVisible()
    const dialog = page.getByRole('dialog', { name: 'Predict UP' })
    await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.02')
    await expect(oneTapOf(page)).not.toBeChecked()
    await takePicture(page, info, '2-refused')
    await dialog.getByRole('button', { name: /^Confirm/ }).click()
  })

  await test.step('the bet that is approved alone', async () => {
    await onWalletPage(page, 'Bet 0.02 BNB on UP')
    await approve(page, info, '3-bet')
    await expect(page.getByText('Bet UP Successfully')).toBeVisible()
    await expect(nextCard(page).getByRole('button', { name: 'You are in: UP' })).toBeVisible()
    await takePicture(page, info, '4-placed')
  })

  await test.step('Telegram is still around the page, with its theme, and without launch data', async () => {
    expect(callsOf(app, 'web_app_ready')).toHaveLength(3)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(page.url()).not.toContain('tgWebAppData')
    expect(
      await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })'),
    ).not.toMatch(/auth_date|signature/)
  })

  await test.step('a permission, and the bet that it starts with', async () => {
    await openNextRound(page)
    await bet(page, 'DOWN', '0.02')
    await onWalletPage(page, 'may bet at most 0.02 BNB a round')
    await approve(page, info, '5-permission')
    await expect(page.getByText('One-tap bets are on')).toBeVisible()
    await expect(nextCard(page).getByRole('button', { name: 'You are in: DOWN' })).toBeVisible()
    await takePicture(page, info, '6-one-tap')
  })

  await test.step('the next bet is a tap, and so are the payouts', async () => {
    await openNextRound(page)
    await nextCard(page).getByRole('button', { name: 'UP with 0.02 BNB' }).click()
    await expect(nextCard(page).getByRole('button', { name: 'You are in: UP' })).toBeVisible()
    const epoch = await stack.chain.openEpoch()
    await placeBet(stack.chain, 'DOWN', '0.1')
    await stack.chain.lockOpenRound(LOCK_PRICE)
    await stack.chain.lockOpenRound(CLOSE_PRICE)
    await stack.chain.untilSettled(epoch + 1, CLOSE_PRICE)
    await returnToTab(page)
    await page.getByRole('button', { name: /^History/ }).click()
    const history = page.getByRole('dialog', { name: /History/ })
    await history.getByRole('button', { name: 'Claim All Winnings' }).click()
    await expect(page.getByText('Claim successful')).toBeVisible()
    await takePicture(page, info, '7-collected')
    await page.keyboard.press('Escape')
  })

  await test.step('coins are sent from the wallet', async () => {
    const to = privateKeyToAddress(generatePrivateKey())
    const dialog = page.getByRole('dialog')
    await page.getByTitle('Your wallet: tokens, activity, send').click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByLabel('Amount').fill('0.25')
    await dialog.getByLabel('Receiver').fill(to)
    await dialog.getByRole('button', { name: 'Review' }).click()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await onWalletPage(page, '0.25 BNB')
    await approve(page, info, '8-transfer')
    await expect(page.getByText('Transaction confirmed')).toBeVisible()
    await takePicture(page, info, '9-sent')
    const client = createPublicClient({ transport: http(stack.chain.rpcUrl) })
    expect(await client.getBalance({ address: to })).toBe(parseEther('0.25'))
  })

  await test.step('one tap is turned off, on the chain too', async () => {
    await page.getByRole('button', { name: /^One tap: / }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await onWalletPage(page, 'End a permission')
    await approve(page, info, '10-revocation')
    await expect(page.getByText('One-tap bets are off')).toBeVisible()
    await expect(page.getByText('This browser can no longer use the permission')).toHaveCount(0)
    await takePicture(page, info, '11-off')
  })
  expect(app.refused).toEqual([])
})

test('in Telegram on iOS, a player returns by its back button, and by that of the browser: nothing is sent', async ({
  browser,
}, info) => {
  test.slow()
  const app = await openPlayer(browser, 5_000_000_012, { platform: 'ios', theme: 'light' })
  const { page } = app
  await bet(page, 'DOWN', '0.03')
  await onWalletPage(page, 'This site wants to play without asking each time')
  await takePicture(page, info, '1-permission')
  expect(callsOf(app, 'web_app_setup_back_button').at(-1)).toEqual({ is_visible: true })
  await app.send('back_button_pressed')
  await onGame(page)
  await expect(page.getByText('One-tap bets are still off. Nothing was approved.')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Predict DOWN' })
  await dialog.getByRole('button', { name: /^Confirm/ }).click()

  await onWalletPage(page, 'Bet 0.03 BNB on DOWN')
  const link = page.url()
  await readRequest(page)
  await page.goBack()
  await onGame(page)
  await expect(page.getByText('Transaction cancelled by user')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.03')
  await takePicture(page, info, '2-back')

  await test.step('what was left cannot be approved any more', async () => {
    await page.goto(link)
    await expect(page.getByText('There is nothing to decide here')).toBeVisible()
    await takePicture(page, info, '3-over')
    await page.getByRole('button', { name: 'Back' }).click()
    await onGame(page)
  })

  await test.step('a round that has closed meanwhile', async () => {
    const epoch = await stack.chain.openEpoch()
    await page.getByRole('button', { name: 'Enter DOWN' }).click()
    await oneTapOf(page).press('Space')
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.03')
    await dialog.getByRole('button', { name: /^Confirm/ }).click()
    await onWalletPage(page, 'Bet 0.03 BNB on DOWN')
    await stack.chain.lockOpenRound(LOCK_PRICE)
    await expect(page.getByText(`Round ${epoch} has closed. Nothing was sent.`)).toBeVisible()
    await takePicture(page, info, '4-closed')
    await page.getByRole('button', { name: 'Close' }).click()
    await onGame(page)
    await expect(page.getByText(`Round ${epoch} has closed. Nothing was sent.`)).toBeVisible()
    await takePicture(page, info, '5-closed')
  })
  expect(app.refused).toEqual([])
})
