import { writeFile } from 'node:fs/promises'
import { type Browser, chromium, expect, type Page, type TestInfo } from '@playwright/test'
import { isAddress } from 'viem'
import { placeBet } from '../../support/chain/place-bet.ts'
import { expectAccessible } from '../../support/page/accessibility.ts'
import { test } from '../../support/test.ts'
import { overrideConfig, walletResponse } from '../../support/visitor/game-visitor.ts'
import { bet, returnToTab, takePicture } from '../../support/visitor/page-actions.ts'
import { returningVisitor } from '../../support/visitor/returning-visitor.ts'
import {
  type PhoneAndRelay,
  startPhoneAndRelay,
} from '../../support/walletconnect/phone-and-relay.ts'

const LOCK_PRICE = 860_00000000n
const CLOSE_PRICE = 861_00000000n

/** A pairing link whose topic is the hash of its key. */
const EXPIRED_LINK = `wc:02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc@2?expiryTimestamp=1&relay-protocol=irn&symKey=${'11'.repeat(32)}`

let stack: PhoneAndRelay
test.beforeAll(async () => {
  test.setTimeout(240_000)
  stack = await startPhoneAndRelay()
})
test.afterAll(() => stack.stop())

async function openGame(
  browser: Browser,
  config: Parameters<typeof overrideConfig>[1] = {},
): Promise<Page> {
  const { url: baseURL } = stack
  const context = await browser.newContext({ baseURL, storageState: returningVisitor(baseURL) })
  const page = await context.newPage()
  await overrideConfig(page, config)
  await page.goto('/')
  return page
}

/** Opens the phone's page in a browser whose camera shows a file. */
async function openPhone(picture: string): Promise<{ page: Page; browser: Browser }> {
  const { CHROMIUM: executablePath } = process.env
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--use-fake-ui-for-media-stream'],
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${picture}`,
    ],
  })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(stack.phoneUrl)
  return { page, browser }
}

/** Shows the game's code to the phone's camera. */
async function showCode(game: Page, picture: string): Promise<void> {
  await game.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await game.getByRole('button', { name: /WalletConnect/ }).click()
  const code = game.getByRole('img', { name: /QR code/ })
  await expect(code).toBeVisible()
  const { x, y, width, height } = (await code.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  // A camera has an even number of lines, wherever the modal puts the code.
  const clip = {
    x: Math.round(x),
    y: Math.round(y),
    width: evenBelow(width),
    height: evenBelow(height),
  }
  await writeFile(picture, await game.screenshot({ type: 'jpeg', quality: 95, clip }))
}

function evenBelow(size: number): number {
  return 2 * Math.floor(size / 2)
}

/** Approves or declines the phone's request. Returns its text. */
async function decide(
  phone: Page,
  button: 'Approve' | 'Connect' | 'Reject' | 'Sign in',
): Promise<string> {
  const dialog = phone.getByRole('dialog')
  const pressed = dialog.getByRole('button', { name: button })
  await expect(pressed).toBeEnabled()
  const text = await dialog.innerText()
  await pressed.click()
  await expect(dialog).toHaveCount(0)
  return text
}

/** Waits until the page offers a round. */
async function untilOpen(game: Page, epoch: number): Promise<void> {
  await returnToTab(game)
  await expect(game.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
}

async function look(phone: Page, info: TestInfo, name: string): Promise<void> {
  await expectAccessible(phone, name)
  await takePicture(phone, info, name)
}

test('a phone pairs by the QR code and plays; nothing is lost or doubled when it is offline or the relay is killed', async ({
  browser,
}, info) => {
  const { chain } = stack
  const picture = info.outputPath('camera.mjpeg')
  const game = await openGame(browser)
  const { page: phone, browser: phoneBrowser } = await openPhone(picture)
  const address = await test.step('the phone scans the code and connects', async () => {
    await phone.getByRole('button', { name: 'Get play money' }).click()
    await expect(phone.getByText('10.0000')).toBeVisible()
    await look(phone, info, '1-phone')
    await showCode(game, picture)
    await phone.getByRole('button', { name: 'Scan a code' }).click()
    await expect(phone.getByRole('dialog', { name: /Bullring.* wants to connect/ })).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Connect' })).toBeEnabled()
    await look(phone, info, '2-proposal')
    await decide(phone, 'Connect')
    const shown = (await phone.locator('main code').innerText()).replaceAll(/\s/g, '')
    if (!isAddress(shown)) throw new Error(`${shown} is no address`)
    const short = new RegExp(`${shown.slice(0, 6)}.{1,3}${shown.slice(-4)}`)
    await expect(game.getByRole('button', { name: short })).toBeVisible()
    return shown
  })

  // Both bets must fit into one round: start with a whole one.
  await chain.lockOpenRound(LOCK_PRICE)
  const epoch = await chain.openEpoch()
  await untilOpen(game, epoch)
  await test.step('the user rejects a bet, and approves another', async () => {
    await bet(game, 'UP', '0.5')
    await expect(phone.getByText('Bet 0.5 BNB on UP')).toBeVisible()
    // A button that takes presses only then would change its colour while it is measured.
    await expect(phone.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await look(phone, info, '3-bet')
    await decide(phone, 'Reject')
    await expect(game.getByText('Transaction cancelled by user')).toBeVisible()
    await takePicture(game, info, '4-rejected')
    const dialog = game.getByRole('dialog', { name: 'Predict UP' })
    await dialog.getByRole('button', { name: /^Confirm/ }).click()
    expect(await decide(phone, 'Approve')).toContain('Bet 0.5 BNB on UP')
    await expect(game.getByText('Bet UP Successfully')).toBeVisible()
    await placeBet(chain, 'DOWN', '1')
  })

  await test.step('the relay is killed while a request waits', async () => {
    await chain.lockOpenRound(LOCK_PRICE)
    await untilOpen(game, epoch + 1)
    await bet(game, 'DOWN', '0.25')
    await expect(phone.getByText('Bet 0.25 BNB on DOWN')).toBeVisible()
    await stack.killRelay()
    await decide(phone, 'Approve')
    await expect(phone.getByText('Your last decision is on its way')).toBeVisible()
    // The phone has sent it: the page finds the bet on the chain before the phone can say so.
    await expect(game.getByText('Bet DOWN Successfully')).toBeVisible()
    await look(phone, info, '5-no-relay')
    await stack.startRelay()
    await expect(phone.getByText('Your last decision is on its way')).toHaveCount(0)
  })

  await test.step('the phone is offline when the claim is sent', async () => {
    await chain.lockOpenRound(CLOSE_PRICE)
    await chain.untilSettled(epoch + 1, CLOSE_PRICE)
    await returnToTab(game)
    // The first round is won; in the second, one side had no bets, so that the stake comes back.
    await phone.context().setOffline(true)
    await expect(phone.getByText('You are offline.')).toBeVisible()
    await look(phone, info, '6-offline')
    await game.getByRole('button', { name: 'History' }).click()
    const history = game.getByRole('dialog', { name: /History/ })
    await history.getByRole('button', { name: new RegExp(`#${epoch} .*WIN`) }).click()
    await history
      .getByRole('tab', { name: 'Uncollected' })
      .or(history.getByRole('button', { name: 'Uncollected' }))
      .or(history.getByRole('radio', { name: 'Uncollected' }))
      .first()
      .click()
    await history.getByRole('button', { name: 'Claim All Winnings' }).click()
    await phone.context().setOffline(false)
    expect(await decide(phone, 'Approve')).toContain('Collect from 2 rounds')
    await expect(game.getByText('Claim successful')).toBeVisible()
  })

  // Two bets and a claim, each once.
  expect(await chain.client.getTransactionCount({ address })).toBe(3)
  await test.step('the phone disconnects', async () => {
    await phone.getByRole('button', { name: 'Disconnect' }).click()
    await expect(game.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible()
  })
  await phoneBrowser.close()
})

test('a phone connects and signs in with one approval', async ({ browser }, info) => {
  const picture = info.outputPath('camera.mjpeg')
  const game = await openGame(browser, { signIn: 'required' })
  const { page: phone, browser: phoneBrowser } = await openPhone(picture)
  await showCode(game, picture)
  await phone.getByRole('button', { name: 'Scan a code' }).click()
  await expect(phone.getByRole('dialog', { name: /Bullring.* wants you to sign in/ })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await look(phone, info, '9-login')
  const verified = walletResponse(game, '/siwx/verify')
  const text = await decide(phone, 'Sign in')
  expect(text).toContain('Sign in to Bullring.')
  expect(text).not.toContain('wallet_sendCalls')
  expect((await verified).status).toBe(200)
  await expect(game.getByRole('button', { name: /^0x.{4}.{1,3}.{4}/ })).toBeVisible()
  await expect(game.getByRole('dialog')).toBeHidden()
  await expect(phone.getByRole('dialog')).toHaveCount(0)

  const known = walletResponse(game, '/siwx/session')
  await game.reload()
  expect((await known).status).toBe(200)
  await expect(game.getByRole('button', { name: /^0x.{4}.{1,3}.{4}/ })).toBeVisible()
  await expect(game.getByRole('dialog')).toBeHidden()
  await phoneBrowser.close()
})

test('one tab at a time has the wallet; a link is pasted where there is no camera', async ({
  browser,
}, info) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const [first, second] = [await context.newPage(), await context.newPage()]
  await first.goto(stack.phoneUrl)
  await expect(first.getByRole('heading', { name: 'Connected sites' })).toBeVisible()
  const address = await first.locator('main code').innerText()

  await second.goto(stack.phoneUrl)
  await expect(second.getByRole('heading', { name: 'Open in another tab' })).toBeVisible()
  await look(second, info, '7-elsewhere')
  await second.getByRole('button', { name: 'Use it here' }).click()
  await expect(second.locator('main code')).toHaveText(address)
  await expect(first.getByRole('heading', { name: 'Open in another tab' })).toBeVisible()

  await second.getByRole('button', { name: 'Scan a code' }).click()
  const dialog = second.getByRole('dialog')
  await expect(dialog.getByText(/paste the link below/i)).toBeVisible()
  await dialog.getByRole('textbox').fill('wc:1@2')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(dialog.getByRole('alert')).toContainText('no pairing link')
  await look(second, info, '8-no-camera')

  const { icons } = await (
    await second.request.get(`${stack.phoneUrl}/manifest.webmanifest`)
  ).json()
  for (const { src } of icons as { src: string }[]) {
    expect((await second.request.get(`${stack.phoneUrl}${src}`)).status()).toBe(200)
  }

  // A link moves the wallet to its tab. An expired link says so.
  await first.goto(`${stack.phoneUrl}/wc?uri=${encodeURIComponent(EXPIRED_LINK)}`)
  await expect(first.getByRole('alert')).toContainText('expired')
  await expect(second.getByRole('heading', { name: 'Open in another tab' })).toBeVisible()
  await context.close()
})
