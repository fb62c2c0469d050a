import { type Browser, expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import { createPublicClient, formatEther, getAddress, http, parseEther } from 'viem'
import { setBalance } from '../../support/chain/chain-driver.ts'
import { placeBet } from '../../support/chain/place-bet.ts'
import { expectAccessible } from '../../support/page/accessibility.ts'
import { checkPage } from '../../support/page/page-checks.ts'
import {
  type EmbeddedWalletStack,
  openEmbeddedWallet,
} from '../../support/stack/embedded-wallet-stack.ts'
import { test } from '../../support/test.ts'
import {
  nextCard,
  returnToTab,
  takePicture,
  untilWindowsLeft,
} from '../../support/visitor/page-actions.ts'
import { returningVisitor } from '../../support/visitor/returning-visitor.ts'
import { holdSession, refusalOnChain } from '../../support/wallet/one-tap.ts'
import { approveInWindow } from '../../support/wallet/wallet-window.ts'

const LOCK_PRICE = 860_00000000n
const CLOSE_PRICE = 861_00000000n
const EMAIL = 'ada@example.com'

const PHONE = { viewport: { width: 360, height: 740 } }
const NARROWEST = { width: 320, height: 640 }

let stack: EmbeddedWalletStack
test.beforeAll(async () => {
  stack = await openEmbeddedWallet()
})

async function openGame(
  browser: Browser,
  colorScheme: 'light' | 'dark',
  prepare: () => void = () => undefined,
): Promise<Page> {
  const storageState = returningVisitor(stack.url)
  const context = await browser.newContext({ ...PHONE, colorScheme, storageState })
  const page = await context.newPage()
  await page.addInitScript(prepare)
  await page.goto(stack.url)
  return page
}

/** Uses a control as the keyboard does. */
async function press(control: Locator): Promise<void> {
  await expect(control).toBeEnabled()
  await control.focus()
  await control.press('Enter')
}

async function enterEmail(page: Page, email = EMAIL): Promise<void> {
  await press(page.getByRole('button', { name: 'Connect Wallet' }).first())
  const field = page.getByRole('textbox', { name: 'Email' })
  await field.focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
}

/** Checks that the ways to log in fit the narrowest phone. */
async function expectLoginFits(page: Page): Promise<void> {
  await page.setViewportSize(NARROWEST)
  await press(page.getByRole('button', { name: 'Connect Wallet' }).first())
  const dialog = page.getByRole('dialog')
  for (const name of ['Continue with this email', 'More social accounts'])
    await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.setViewportSize(PHONE.viewport)
}

async function typeCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused()
  await page.keyboard.type(code)
}

async function enterCode(page: Page, code: string): Promise<void> {
  await typeCode(page, code)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Approves the wallet's request. Returns its text. */
async function approve(page: Page, info?: TestInfo): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Approve Transaction' })
  await expect(dialog).toBeVisible()
  const frame = page.frameLocator('#w3m-iframe')
  const text = await approveInWindow(page, frame, async (opened) => {
    if (info === undefined) return
    await takePicture(page, info, `approval-${Date.now()}`)
    await takePicture(opened, info, `approval-window-${Date.now()}`)
  })
  await expect(dialog).toBeHidden()
  await expect(page.locator('#w3m-iframe')).not.toBeFocused()
  return text
}

/** The account of the connected visitor: the page remembers which results it has shown to whom. */
async function accountOf(page: Page): Promise<string> {
  const [start = ''] = (await shownAddress(page)).toLowerCase().split('…')
  const read = () =>
    page.evaluate((shown) => {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith('bullring.seen-'))
      const accounts = keys.map((key) => /0x[0-9a-f]{40}$/i.exec(key)?.[0])
      return accounts.find((account) => account?.toLowerCase().startsWith(shown))
    }, start)
  await expect.poll(read).toBeDefined()
  return (await read()) ?? ''
}

/** Gives the connected account coins, and bets in a new round as the visitor does. Returns the round's epoch. */
async function fundAndBet(page: Page, side: 'UP' | 'DOWN', amount: string): Promise<number> {
  const { chain } = stack
  await setBalance(chain.rpcUrl, await accountOf(page), parseEther('10'))
  const epoch = await openNextRound(page)
  expect(await betOn(page, side, amount)).toContain(`Bet ${amount} BNB on ${side}`)
  return epoch
}

/** Locks the open round, and waits until the page shows the next one. Returns its epoch. */
async function openNextRound(page: Page): Promise<number> {
  const { chain } = stack
  await chain.lockOpenRound(LOCK_PRICE)
  const epoch = await chain.openEpoch()
  await returnToTab(page)
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
  return epoch
}

/** Opens the bet dialog of a visitor who wants to approve each bet: one-tap bets are on by default. */
async function openOrdinaryBet(page: Page, side: 'UP' | 'DOWN'): Promise<Locator> {
  await press(page.getByRole('button', { name: `Enter ${side}` }))
  const bet = page.getByRole('dialog', { name: `Predict ${side}` })
  const oneTap = bet.getByRole('switch', { name: 'One-tap bets' })
  await expect(oneTap).toBeChecked()
  await oneTap.press('Space')
  await expect(oneTap).not.toBeChecked()
  return bet
}

/** Bets as the visitor does. With `collects`, payouts are collected with the bet. Returns the text that the wallet has shown. */
async function betOn(
  page: Page,
  side: 'UP' | 'DOWN',
  amount: string,
  { info, collects = false }: { info?: TestInfo; collects?: boolean } = {},
) {
  const bet = await openOrdinaryBet(page, side)
  if (collects)
    await expect(bet.getByRole('switch', { name: 'Collect winnings too' })).toBeChecked()
  await bet.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await press(bet.getByRole('button', { name: /^Confirm/ }))
  const text = await approve(page, info)
  await expect(page.getByText(`Bet ${side} Successfully`)).toBeVisible()
  await untilWindowsLeft(page)
  return text
}

/** Address of the connected account, as the top bar shortens it. */
async function shownAddress(page: Page): Promise<string> {
  return await page.getByRole('button', { name: /^0x/ }).first().innerText()
}

/** Claims the bets that the history lists as not collected. */
async function claimAll(history: Locator): Promise<void> {
  await history
    .getByRole('tab', { name: 'Uncollected' })
    .or(history.getByRole('button', { name: 'Uncollected' }))
    .or(history.getByRole('radio', { name: 'Uncollected' }))
    .first()
    .click()
  await press(history.getByRole('button', { name: 'Claim All Winnings' }))
}

test('a newcomer with an email address bets, wins and claims by keyboard; another device has the same account', async ({
  browser,
}, info) => {
  const { chain } = stack
  const page = await openGame(browser, 'light')
  await expectLoginFits(page)
  await enterEmail(page)
  const code = await stack.codeFor(EMAIL)
  await expect(page.getByRole('dialog', { name: 'Confirm Email' })).toBeVisible()
  await expectAccessible(page, 'the code of a mail')
  await takePicture(page, info, '1-code')
  await enterCode(page, code)
  const address = await shownAddress(page)

  const epoch = await fundAndBet(page, 'UP', '0.5')
  await takePicture(page, info, '2-bet')
  // Without an opponent, stakes are refunded.
  await placeBet(chain, 'DOWN', '1')

  await page.reload()
  await expect.poll(() => shownAddress(page)).toBe(address)
  await chain.lockOpenRound(LOCK_PRICE)
  await chain.lockOpenRound(CLOSE_PRICE)
  await chain.untilSettled(epoch + 1, CLOSE_PRICE)
  await returnToTab(page)
  await press(page.getByRole('button', { name: 'History' }))
  const history = page.getByRole('dialog', { name: /History/ })
  await expect(history.getByRole('button', { name: new RegExp(`#${epoch} .*WIN`) })).toBeVisible()
  await claimAll(history)
  await approve(page)
  await expect(page.getByText('Claim successful')).toBeVisible()
  await page.keyboard.press('Escape')

  await test.step('an approval that is open when the round locks can only be closed', async () => {
    const late = await openNextRound(page)
    const bet = await openOrdinaryBet(page, 'UP')
    await bet.getByRole('textbox', { name: 'Amount' }).fill('0.1')
    await press(bet.getByRole('button', { name: /^Confirm/ }))
    const frame = page.frameLocator('#w3m-iframe')
    await expect(frame.getByText('Bet 0.1 BNB on UP')).toBeVisible()
    await chain.lockOpenRound(CLOSE_PRICE)
    await expect(frame.getByText(`Round ${late} has closed. Nothing was sent.`)).toBeVisible()
    await expect(frame.getByRole('button')).toHaveText(['Close'])
    await takePicture(page, info, '2-closed')
    await frame.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText(`Round ${late} has closed. Nothing was sent.`)).toBeVisible()
    await returnToTab(page)
    await untilWindowsLeft(page)
  })

  await stack.endMailCooldown(EMAIL)
  const other = await openGame(browser, 'dark')
  await enterEmail(other)
  await expect(other.getByRole('dialog', { name: 'Register Device' })).toBeVisible()
  await expectAccessible(other, 'a new device')
  await takePicture(other, info, '3-device')
  const mail = await other.context().newPage()
  await mail.goto(await stack.linkFor(EMAIL, '/device'))
  await press(mail.getByRole('button', { name: 'Approve' }))
  await mail.close()
  await enterCode(other, await stack.codeFor(EMAIL, code))
  expect(await shownAddress(other)).toBe(address)
})

async function balanceOf(account: string): Promise<bigint> {
  const client = createPublicClient({ transport: http(stack.chain.rpcUrl) })
  return await client.getBalance({ address: getAddress(account) })
}

/** Switches to the basic account of the wallet, which players of before have, in the settings of the modal. */
async function useBasicAccount(page: Page, info: TestInfo): Promise<void> {
  const before = await shownAddress(page)
  await press(page.getByTitle('Your wallet: tokens, activity, send'))
  await press(page.getByRole('button', { name: /@example\.com/ }))
  await press(page.getByRole('button', { name: /Switch to the basic account/ }))
  await expect(page.getByRole('button', { name: /Switch to the smart account/ })).toBeVisible()
  await takePicture(page, info, '7-basic-account')
  await page.keyboard.press('Escape')
  await expect.poll(() => shownAddress(page)).not.toBe(before)
}

test('a player with a basic account moves to the smart account, on every device, with one approval', async ({
  browser,
}, info) => {
  const page = await openGame(browser, 'light')
  const email = 'emmy@example.com'
  await enterEmail(page, email)
  await enterCode(page, await stack.codeFor(email))
  await expect(page.getByText('Play money has arrived')).toBeVisible()
  const smart = await shownAddress(page)
  const smartAccount = await accountOf(page)
  await setBalance(stack.chain.rpcUrl, smartAccount, 0n)
  await useBasicAccount(page, info)
  const basic = await shownAddress(page)
  await page.reload()
  await expect.poll(() => shownAddress(page)).toBe(basic)
  await setBalance(stack.chain.rpcUrl, await accountOf(page), parseEther('2'))
  await openNextRound(page)
  await press(page.getByRole('button', { name: 'Enter UP' }))
  const bet = page.getByRole('dialog', { name: 'Predict UP' })
  await expect(bet.getByText('Play with one tap and no network fee?')).toBeVisible()
  await checkPage(page, info, '14-move-offer')
  await press(bet.getByRole('button', { name: 'See how' }))
  const move = page.getByRole('dialog', { name: 'Play with one tap and no network fee?' })
  await expect(move.getByText('Your 2.0000 BNB move there')).toBeVisible()
  await checkPage(page, info, '15-move')
  await press(move.getByRole('button', { name: 'Move and play' }))
  expect(await approve(page, info)).toContain('Send 1.99')
  await expect(page.getByText('Your money has moved')).toBeVisible()
  await expect.poll(() => shownAddress(page)).toBe(smart)
  expect(await balanceOf(smartAccount)).toBeGreaterThan(parseEther('1.99'))
  await page.reload()
  await expect.poll(() => shownAddress(page)).toBe(smart)
})

test('a smart account bets and collects without coins for fees, several calls with one approval', async ({
  browser,
}, info) => {
  const { chain } = stack
  const page = await openGame(browser, 'light')
  const email = 'hedy@example.com'
  await enterEmail(page, email)
  await enterCode(page, await stack.codeFor(email))
  await expect(page.getByText('Play money has arrived')).toBeVisible()
  const address = await shownAddress(page)

  // A page gives each account play money once. From here on, the test funds the account, with exactly the stake: nothing is
  // left for fees.
  const account = await accountOf(page)
  await expect.poll(() => balanceOf(account)).toBeGreaterThan(0n)
  await setBalance(chain.rpcUrl, account, parseEther('0.5'))
  const epoch = await openNextRound(page)
  const first = await betOn(page, 'UP', '0.5', { info })
  expect(first).toContain('Bet 0.5 BNB on UP')
  expect(first).toContain('paid by the operator')
  expect(await balanceOf(account)).toBe(0n)
  await placeBet(chain, 'DOWN', '1')

  await page.reload()
  await expect.poll(() => shownAddress(page)).toBe(address)
  await chain.lockOpenRound(LOCK_PRICE)
  await chain.lockOpenRound(CLOSE_PRICE)
  await chain.untilSettled(epoch + 1, CLOSE_PRICE)
  await setBalance(chain.rpcUrl, account, parseEther('0.25'))
  await returnToTab(page)
  await expect(page.getByRole('button', { name: /History.*1/ })).toBeVisible()
  const second = await betOn(page, 'DOWN', '0.25', { info, collects: true })
  expect(second).toContain('wants to send 2 transactions at once')
  expect(second).toContain(`Collect from round ${epoch}`)
  expect(second).toContain('Bet 0.25 BNB on DOWN')
  expect(second).toContain('paid by the operator')
  // The payout has arrived, and no fee was taken.
  expect(await balanceOf(account)).toBeGreaterThan(parseEther('0.5'))
})

/** Bets with one tap. Returns when the card says that the visitor is in. */
async function tapBet(page: Page, side: 'UP' | 'DOWN', amount = '0.05'): Promise<void> {
  const next = nextCard(page)
  await press(next.getByRole('button', { name: `${side} with ${amount} BNB` }))
  await expect(next.getByRole('button', { name: `You are in: ${side}` })).toBeVisible()
}

/** Turns one-tap bets on in the bet dialog: 0.05 BNB a bet, 20 bets, 24 hours. Returns the text that the wallet has shown. */
async function turnOneTapOn(page: Page, info: TestInfo): Promise<string> {
  await press(page.getByRole('button', { name: 'Enter UP' }))
  await takePicture(page, info, '8-one-tap-switch')
  const bet = page.getByRole('dialog', { name: 'Predict UP' })
  await press(bet.getByRole('button', { name: 'Limits', exact: true }))
  const form = page.getByRole('dialog', { name: 'One-tap bets' })
  await form.getByRole('radio', { name: '20 bets' }).press('Space')
  await expect(form.getByText('At most 0.05 BNB a bet and 1 BNB in all')).toBeVisible()
  await checkPage(page, info, '9-one-tap-limits')
  await press(form.getByRole('button', { name: 'Continue in your wallet' }))
  const text = await approve(page, info)
  await expect(form).toBeHidden()
  return text
}

test('a newcomer who refuses a permission bets with an approval; the next bet takes one permission, those after it a tap', async ({
  browser,
}, info) => {
  const { chain } = stack
  const page = await openGame(browser, 'light')
  const email = 'joan@example.com'
  await enterEmail(page, email)
  await enterCode(page, await stack.codeFor(email))
  await expect(page.getByText('Play money has arrived')).toBeVisible()
  await setBalance(chain.rpcUrl, await accountOf(page), parseEther('1'))
  await openNextRound(page)
  const bet = page.getByRole('dialog', { name: 'Predict UP' })
  const oneTap = bet.getByRole('switch', { name: 'One-tap bets' })
  const confirmFirst = async () => {
    await press(page.getByRole('button', { name: 'Enter UP' }))
    await expect(oneTap).toBeChecked()
    await bet.getByRole('textbox', { name: 'Amount' }).fill('0.02')
    await expect(bet.getByText('at most 0.02 BNB a round and 0.2 BNB in all')).toBeVisible()
    await press(bet.getByRole('button', { name: /^Confirm/ }))
  }

  await test.step('the bet dialog makes room for the approval, and comes back when it is refused', async () => {
    await confirmFirst()
    const approval = page.getByRole('dialog', { name: 'Approve Transaction' })
    await expect(approval).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await takePicture(page, info, '12-first-permission')
    await press(approval.getByRole('button', { name: 'Close' }))
    await expect(bet.getByText('Confirm again to place this bet alone.')).toBeVisible()
    await expect(oneTap).not.toBeChecked()
    await expect(bet.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.02')
    await checkPage(page, info, '13-refused-permission')
    await press(bet.getByRole('button', { name: /^Confirm/ }))
    expect(await approve(page, info)).toContain('Bet 0.02 BNB on UP')
    await expect(page.getByText('Bet UP Successfully')).toBeVisible()
    await untilWindowsLeft(page)
  })

  await test.step('one permission, and the bet is placed', async () => {
    await openNextRound(page)
    await confirmFirst()
    const shown = await approve(page, info)
    expect(shown).toContain('may bet at most 0.02 BNB a round, 0.2 BNB in all')
    expect(shown).toContain('paid by the operator')
    await expect(bet).toBeHidden()
    await expect(nextCard(page).getByRole('button', { name: 'You are in: UP' })).toBeVisible()
    await untilWindowsLeft(page)
  })

  await test.step('the next bet is a tap', async () => {
    await openNextRound(page)
    await tapBet(page, 'UP', '0.02')
    await expect(page.getByRole('button', { name: 'One tap: 0.16 BNB left' })).toBeVisible()
  })
})

/** Each takes several seconds. */
const ONE_TAP_ROUNDS = process.env['TEST_DEEP'] === '1' ? 10 : 4

test('one approval, then bets with one tap each and all payouts with another; none after the permission has ended', async ({
  browser,
}, info) => {
  test.slow()
  const { chain } = stack
  const page = await openGame(browser, 'light')
  const email = 'mary@example.com'
  await enterEmail(page, email)
  await enterCode(page, await stack.codeFor(email))
  await expect(page.getByText('Play money has arrived')).toBeVisible()
  const account = await accountOf(page)
  await expect.poll(() => balanceOf(account)).toBeGreaterThan(0n)
  // No coins at all: the operator pays for the permission.
  await setBalance(chain.rpcUrl, account, 0n)
  await openNextRound(page)
  const shown = await turnOneTapOn(page, info)
  expect(shown).toContain('may bet at most 0.05 BNB a round, 1 BNB in all')
  expect(shown).toContain('paid by the operator')
  await test.step('without coins for the stake, nothing is sent', async () => {
    await press(page.getByRole('button', { name: 'UP with 0.05 BNB' }))
    await expect(page.getByText('Insufficient BNB balance. Nothing was sent.')).toBeVisible()
  })
  // Exactly the stakes: nothing for fees.
  const stakes = parseEther('0.05') * BigInt(ONE_TAP_ROUNDS)
  await setBalance(chain.rpcUrl, account, stakes)
  await returnToTab(page)
  await expect(page.getByTitle('Your wallet: tokens, activity, send')).toContainText(
    formatEther(stakes),
  )
  await expect(page.getByRole('button', { name: 'One tap: 1 BNB left' })).toBeVisible()

  await test.step('a second press undoes a bet', async () => {
    const button = page.getByRole('button', { name: 'UP with 0.05 BNB' })
    await expect(button).toBeEnabled()
    const between = await button.evaluate(async (element: HTMLElement) => {
      element.click()
      // A double tap is one tap.
      element.click()
      // Past the time of a double tap. Microtasks only: React renders, and no timer sends the bet.
      const untilMs = performance.now() + 350
      while (performance.now() < untilMs) await null
      const { textContent } = element
      element.click()
      return textContent
    })
    expect(between).toBe('Undo')
    await expect(page.getByText('The bet was undone. Nothing was sent.')).toBeAttached()
  })

  const epochs = await test.step('rounds', async () => {
    const entered: number[] = []
    for (let count = 1; count <= ONE_TAP_ROUNDS; count += 1) {
      entered.push(count === 1 ? await chain.openEpoch() : await openNextRound(page))
      await tapBet(page, 'UP')
      await placeBet(chain, 'DOWN', '0.1')
    }
    return entered
  })
  expect(new Set(epochs).size).toBe(ONE_TAP_ROUNDS)
  expect(await balanceOf(account)).toBe(0n)
  const left = `One tap: ${formatEther(parseEther('1') - stakes)} BNB left`
  await expect(page.getByRole('button', { name: left })).toBeVisible()
  await takePicture(page, info, '10-one-tap-on')

  await test.step('collects all of them with one tap', async () => {
    await chain.lockOpenRound(LOCK_PRICE)
    await chain.lockOpenRound(CLOSE_PRICE)
    await chain.untilSettled((epochs.at(-1) ?? 0) + 1, CLOSE_PRICE)
    await returnToTab(page)
    await press(page.getByRole('button', { name: new RegExp(`History.*${ONE_TAP_ROUNDS}`) }))
    const history = page.getByRole('dialog', { name: /History/ })
    await claimAll(history)
    await expect(page.getByText('Claim successful')).toBeVisible()
    expect(await balanceOf(account)).toBeGreaterThanOrEqual(stakes)
    await page.keyboard.press('Escape')
    await untilWindowsLeft(page)
  })

  await page.reload()
  const held = await holdSession(page, chain)
  expect(held.isExtractable).toBe(false)
  await test.step('after the end of the permission, the chain refuses the next', async () => {
    // The bets and the claim were the calls before it.
    const nonce = ONE_TAP_ROUNDS + 1
    expect(await refusalOnChain(chain, await held.signBet(nonce))).toBeNull()
    await press(page.getByRole('button', { name: left }))
    await takePicture(page, info, '11-one-tap-left')
    await press(page.getByRole('button', { name: 'Turn off' }))
    await approve(page, info)
    await expect(page.getByText('One-tap bets are off')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enter UP' })).toBeVisible()
    expect(await refusalOnChain(chain, await held.signBet(nonce))).toBe('NotActive')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Enter UP' })).toBeVisible()
  })
})

/** Presses Connect and a social account. Returns the window of its site. */
async function openProvider(page: Page, name: string): Promise<Page> {
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: `Continue with ${name}` }).click()
  return await opened
}

async function finishLogin(page: Page, provider: Page): Promise<string> {
  await provider.getByRole('textbox', { name: 'Email' }).fill('grace@example.com')
  const closed = provider.waitForEvent('close')
  await provider.getByRole('button', { name: 'Continue' }).click()
  await closed
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return await shownAddress(page)
}

/** Telegram's browser: it adds an object to the window, and opens no other one. */
function beTelegram(): void {
  Object.assign(window, { TelegramWebviewProxy: {}, open: () => null })
}

/** A browser that blocks the first window. */
function blockWindowOnce(): void {
  const { open } = window
  window.open = () => {
    window.open = open
    return null
  }
}

test('social accounts: one account on every device, another one at each site, and bets', async ({
  browser,
}, info) => {
  const page = await openGame(browser, 'dark')
  const provider = await openProvider(page, 'Google')
  await expect(page.getByText('Connect in the provider window')).toBeVisible()
  await takePicture(page, info, '4-provider')
  await provider.getByRole('button', { name: 'Continue' }).waitFor()
  await provider.evaluate(() =>
    window.opener.postMessage({ resultUri: 'https://evil.example/?code=1' }, '*'),
  )
  await expect(page.getByText('Untrusted Origin')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Try again' }).click()
  await (await opened).close()
  await expect(page.getByText('The login window was closed.')).toBeVisible()
  await takePicture(page, info, '5-closed')
  await page.keyboard.press('Escape')

  const address = await finishLogin(page, await openProvider(page, 'Google'))
  await page.reload()
  await expect.poll(() => shownAddress(page)).toBe(address)
  await fundAndBet(page, 'DOWN', '0.25')

  // In Telegram, the page itself leaves for the provider, and the wallet returns to it.
  const second = await openGame(browser, 'light', beTelegram)
  await second.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await second.getByRole('button', { name: 'Continue with Google' }).click()
  await second.getByRole('textbox', { name: 'Email' }).fill('grace@example.com')
  await second.getByRole('button', { name: 'Continue' }).click()
  await expect(second.getByRole('button', { name: /^0x/ }).first()).toBeVisible()
  expect(await shownAddress(second)).toBe(address)
  expect(second.url()).toBe(`${stack.url}/`)
  await second.reload()
  await expect.poll(() => shownAddress(second)).toBe(address)

  const third = await openGame(browser, 'light', blockWindowOnce)
  await third.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await third.getByRole('button', { name: 'Continue with GitHub' }).click()
  await expect(third.getByText(/blocked the login window/)).toBeVisible()
  const unblocked = third.waitForEvent('popup')
  await third.getByRole('button', { name: 'Open the login window' }).click()
  expect(await finishLogin(third, await unblocked)).not.toBe(address)
})

test('a login that another device has started ends in no page of this browser', async ({
  browser,
}) => {
  const attacker = await openGame(browser, 'light')
  const started = await openProvider(attacker, 'Google')
  await started.getByRole('button', { name: 'Continue' }).waitFor()
  const uri = started.url()

  // A foreign script in the game sends the victim's click to the attacker's login.
  const victim = await openGame(browser, 'light')
  const own = await openProvider(victim, 'Google')
  await own.getByRole('button', { name: 'Continue' }).waitFor()
  await victim.evaluate(() => {
    const seen: unknown[] = []
    Object.assign(window, { seen })
    window.addEventListener('message', ({ data }) => seen.push(JSON.stringify(data)))
  })
  await own.goto(uri)
  await own.getByRole('button', { name: 'Continue' }).click()
  await expect(own.getByRole('status')).toHaveText(/could not be completed/)
  expect(await victim.evaluate(() => JSON.stringify(Reflect.get(window, 'seen')))).not.toContain(
    'resultUri',
  )

  // The callback page redirects to no other site, and not to this one with a login that was not started here.
  for (const target of ['https://evil.example/', `${stack.url}/`]) {
    const state = new URL(uri).searchParams.get('state') ?? ''
    const callback = new URL('/oauth/callback/google?code=stolen', stack.frameUrl)
    callback.searchParams.set('state', `${state}--${target}`)
    await own.goto(callback.href)
    await expect(own.getByRole('status')).toHaveText(/could not be completed/)
    expect(new URL(own.url()).origin).toBe(new URL(stack.frameUrl).origin)
  }
})

/** Opens the QR code of Farcaster. Returns the link behind it. */
async function startFarcaster(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page.getByRole('button', { name: 'Connect Wallet' }).first())
  const button = page.getByRole('button', { name: /Farcaster/ })
  const more = page.getByRole('button', { name: 'More social accounts' })
  await expect(button.or(more).first()).toBeVisible()
  if (!(await button.isVisible())) await press(more)
  await press(button)
  return await farcasterLink(page)
}

async function farcasterLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Farcaster' })
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Copy link' }))
  return await page.evaluate(() => navigator.clipboard.readText())
}

/** Opens a link as a phone does, and presses a button there. */
async function onPhone(page: Page, link: string, button: 'Approve' | 'Reject') {
  const phone = await page.context().newPage()
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: /^Log in to 127\.0\.0\.1:\d+\?$/ })).toBeVisible()
  await expectAccessible(phone, 'the phone of Farcaster')
  await phone.getByRole('textbox', { name: 'User name' }).fill('ada')
  await phone.getByRole('button', { name: button }).click()
  await expect(phone.getByRole('heading', { name: /^(Approved|Rejected)$/ })).toBeVisible()
  await phone.close()
}

test('a visitor with Farcaster declines, approves and bets; another browser has the same account', async ({
  browser,
}, info) => {
  const page = await openGame(browser, 'dark')
  const declined = await startFarcaster(page)
  await expectAccessible(page, 'the QR code of Farcaster')
  await takePicture(page, info, '6-farcaster')
  await onPhone(page, declined, 'Reject')
  await expect(page.getByText('The login was declined or has expired.')).toBeVisible()
  await press(page.getByRole('button', { name: 'Try again' }))
  const link = await farcasterLink(page)
  expect(link).not.toBe(declined)
  await onPhone(page, link, 'Approve')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const address = await shownAddress(page)

  await fundAndBet(page, 'UP', '0.5')

  await page.reload()
  await expect.poll(() => shownAddress(page)).toBe(address)
  await press(page.getByTitle('Your wallet: tokens, activity, send'))
  await expect(page.getByRole('dialog').getByText('ada', { exact: true })).toBeVisible()
  await takePicture(page, info, '7-farcaster-account')

  const other = await openGame(browser, 'light')
  await onPhone(other, await startFarcaster(other), 'Approve')
  await expect(other.getByRole('dialog')).toHaveCount(0)
  expect(await shownAddress(other)).toBe(address)
})

/** Opens a mailed link, and presses Approve. */
async function approveLink(page: Page, link: string, info: TestInfo, name: string): Promise<void> {
  const mail = await page.context().newPage()
  await mail.goto(link)
  await expectAccessible(mail, name)
  await takePicture(mail, info, name)
  await press(mail.getByRole('button', { name: 'Approve' }))
  await expect(mail.getByRole('status')).toContainText('Go back')
  await mail.close()
}

test('the email address is changed by two codes and a link; a removed device is out at once', async ({
  browser,
}, info) => {
  const [oldEmail, newEmail] = ['grace@example.com', 'hopper@example.com']
  const page = await openGame(browser, 'light')
  await enterEmail(page, oldEmail)
  const login = await stack.codeFor(oldEmail)
  await enterCode(page, login)
  const address = await shownAddress(page)

  await stack.endMailCooldown(oldEmail)
  const changeCode = await test.step('change the address', async () => {
    await press(page.getByTitle('Your wallet: tokens, activity, send'))
    await press(page.getByRole('button', { name: oldEmail }))
    await expect(page.getByRole('dialog', { name: 'Account Settings' })).toBeVisible()
    await expectAccessible(page, 'the settings')
    await takePicture(page, info, '4-settings')
    await press(page.getByRole('button', { name: /Change the email/ }))
    await page.getByRole('textbox', { name: 'Email' }).fill(newEmail)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Confirm Current Email' })).toBeVisible()
    await typeCode(page, await stack.codeFor(oldEmail, login))
    await expect(page.getByText('Now open the other email')).toBeVisible()
    await takePicture(page, info, '5-approve')
    await approveLink(page, await stack.linkFor(oldEmail, '/email-change'), info, '6-change-page')
    await expect(page.getByRole('dialog', { name: 'Confirm New Email' })).toBeVisible()
    const code = await stack.codeFor(newEmail)
    await typeCode(page, code)
    await expect(page.getByText('Email updated')).toBeVisible()
    await expect(page.getByRole('button', { name: newEmail })).toBeVisible()
    await takePicture(page, info, '7-changed')
    return code
  })

  const other = await openGame(browser, 'dark')
  const otherCode = await test.step('another device logs in with the new address', async () => {
    await stack.endMailCooldown(newEmail)
    await enterEmail(other, newEmail)
    await approveLink(other, await stack.linkFor(newEmail, '/device'), info, '8-device-page')
    const code = await stack.codeFor(newEmail, changeCode)
    await enterCode(other, code)
    expect(await shownAddress(other)).toBe(address)
    return code
  })

  await test.step('the dashboard removes that device', async () => {
    await stack.endMailCooldown(newEmail)
    const dashboard = await page.context().newPage()
    await dashboard.goto(`${stack.frameUrl}/dashboard`)
    await dashboard.getByRole('textbox', { name: 'Email address' }).fill(newEmail)
    await dashboard.keyboard.press('Enter')
    const field = dashboard.getByRole('textbox', { name: /The code we sent/ })
    await field.fill(await stack.codeFor(newEmail, changeCode, otherCode))
    await field.press('Enter')
    const devices = dashboard.getByRole('listitem').filter({ hasText: 'Last used' })
    await expect(devices).toHaveCount(2)
    await expectAccessible(dashboard, 'the devices')
    await takePicture(dashboard, info, '9-devices')
    const removed = devices.filter({ hasNotText: 'This device' })
    await press(removed.getByRole('button', { name: /^Remove/ }))
    await expect(devices).toHaveCount(1)
    await dashboard.close()
    await other.reload()
    await expect(other.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible()
    await expect.poll(() => shownAddress(page)).toBe(address)
  })
})
