import { isSameSite } from '@bullring/login-api/is-same-site'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { numberToHex, parseEther } from 'viem'
import { setBalance } from '../../support/chain/chain-driver.ts'
import { mineSoon } from '../../support/chain/mine-soon.ts'
import {
  type EmbeddedWalletStack,
  openEmbeddedWallet,
} from '../../support/stack/embedded-wallet-stack.ts'
import { test } from '../../support/test.ts'
import { takePicture } from '../../support/visitor/page-actions.ts'
import {
  type FrameParent,
  openParent,
  readMail,
  untilReady,
} from '../../support/wallet/frame-parent.ts'
import { approveIn, readRequest } from '../../support/wallet/wallet-window.ts'

const SOMEONE = '0x000000000000000000000000000000000000bEEF'
const CODE = /\b\d{3}\s?\d{3}\b/
const REJECTED = { payload: { error: { message: 'User rejected the request.' } } }
const OVER = 'There is nothing to decide here'

let stack: EmbeddedWalletStack
test.beforeAll(async () => {
  stack = await openEmbeddedWallet()
})

type Kept = { id: string; url: string }

/** An app with a visitor who has logged in, and has coins. */
type App = FrameParent & { account: string; returnTo: string }

async function openApp(context: BrowserContext): Promise<App> {
  const parent = await openParent(context, stack)
  await untilReady(parent)
  const email = `kept-${crypto.randomUUID()}@example.com`
  await parent.ask('CONNECT_EMAIL', { email })
  const otp = (await readMail(stack, email, CODE)).replaceAll(/\s/g, '')
  await parent.ask('CONNECT_OTP', { otp })
  const { payload } = await parent.ask('GET_USER', { chainId: 31_337 })
  const account = (payload as { address: string }).address
  await setBalance(stack.chain.rpcUrl, account, parseEther('1'))
  return { ...parent, account, returnTo: `${stack.url}/healthz?round=40` }
}

async function keep({ ask, account, returnTo }: App): Promise<Kept> {
  const value = numberToHex(parseEther('0.01'))
  const params = [{ from: account, to: SOMEONE, value }]
  const request = { method: 'eth_sendTransaction', params }
  const { payload } = await ask('KEEP_REQUEST', { request, returnTo })
  return payload as Kept
}

async function openPage(context: BrowserContext, { url }: Kept): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

const balanceOf = (app: App) =>
  stack.chain.client.getBalance({ address: app.account as `0x${string}` })

test('a page of the wallet decides, and returns to the page that asked; another tab sees nothing', async ({
  context,
}) => {
  const app = await openApp(context)
  const kept = await keep(app)
  const page = await openPage(context, kept)
  await expect(page.getByText(new URL(stack.url).host)).toBeVisible()
  const again = await openPage(context, kept)
  await expect(again.getByText(OVER)).toBeVisible()
  await readRequest(page)
  await approveIn(page).click()
  await expect(page).toHaveURL(app.returnTo)
  const { payload } = await app.ask('TAKE_OUTCOME', { id: kept.id })
  const { result: hash } = payload as { result: `0x${string}` }
  await mineSoon(stack.chain.rpcUrl)
  const { status } = await stack.chain.client.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
  expect(await app.ask('TAKE_OUTCOME', { id: kept.id })).toMatchObject({
    payload: { result: null },
  })
})

test('error: a request whose outcome is taken cannot be approved later, nor by another account or after a logout', async ({
  context,
}) => {
  const app = await openApp(context)

  await test.step('the outcome is taken', async () => {
    const kept = await keep(app)
    const page = await openPage(context, kept)
    await readRequest(page)
    expect(await app.ask('TAKE_OUTCOME', { id: kept.id })).toMatchObject(REJECTED)
    await approveIn(page).click()
    await expect(page).toHaveURL(app.returnTo)
  })

  await test.step('the account has changed', async () => {
    const kept = await keep(app)
    await app.ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')
    await app.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })
    const page = await openPage(context, kept)
    await expect(page).toHaveURL(app.returnTo)
    expect(await app.ask('TAKE_OUTCOME', { id: kept.id })).toMatchObject({
      payload: { error: { message: expect.stringContaining('ign in') } },
    })
    await app.ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })
  })

  await test.step('the visitor logs out in another tab', async () => {
    const kept = await keep(app)
    const page = await openPage(context, kept)
    await readRequest(page)
    await app.ask('SIGN_OUT')
    await approveIn(page).click()
    await expect(page).toHaveURL(app.returnTo)
    expect(await app.ask('TAKE_OUTCOME', { id: kept.id })).toMatchObject({
      payload: { error: { message: expect.stringContaining('ign in') } },
    })
  })
  expect(await balanceOf(app)).toBe(parseEther('1'))
})

test('error: the link of another browser, a guess, another site to return to, and a frame around the page', async ({
  browser,
  context,
}) => {
  const app = await openApp(context)
  const kept = await keep(app)
  const foreign = await browser.newContext()
  const stranger = await openPage(foreign, kept)
  await expect(stranger.getByText(OVER)).toBeVisible()
  const guess = await openPage(context, {
    ...kept,
    url: `${stack.frameUrl}/approval#${'0'.repeat(32)}`,
  })
  await expect(guess.getByText(OVER)).toBeVisible()

  const elsewhere = await app.ask('KEEP_REQUEST', {
    request: { method: 'eth_sendTransaction', params: [{ to: SOMEONE }] },
    returnTo: 'https://attacker.example/',
  })
  expect(elsewhere).toMatchObject({ payload: { message: expect.stringContaining('another site') } })

  await app.page.evaluate(
    (url) =>
      document.body.append(
        Object.assign(document.createElement('iframe'), { src: url, id: 'framed' }),
      ),
    kept.url,
  )
  const framed = app.page.frameLocator('#framed')
  await expect(framed.getByRole('button')).toHaveCount(0)
  // The frame has not even opened it: its page still shows it.
  const page = await openPage(context, kept)
  await expect(approveIn(page)).toBeVisible()
})

test('error: a page of the wallet that does not load says so after a while, and returns', async ({
  context,
}, info) => {
  const app = await openApp(context)
  const kept = await keep(app)
  const page = await context.newPage()
  await page.clock.install()
  await page.route('**/config.json*', (route) => route.abort())
  await page.goto(kept.url)
  await expect(page.getByRole('status')).toHaveText('Loading…')
  await takePicture(page, info, '1-loading')
  await page.clock.fastForward(20_000)
  await expect(page.getByRole('status')).toContainText('The wallet could not be reached.')
  await takePicture(page, info, '2-unreachable')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(app.returnTo)
  expect(await app.ask('TAKE_OUTCOME', { id: kept.id })).toMatchObject({
    payload: { error: { message: expect.stringContaining('could not be reached') } },
  })
})

test('only a page of the same site sees what the frame keeps', async ({ page }) => {
  const frameIn = async (top: string) => {
    await page.goto(top)
    const frame = page.frames().find((each) => each.url().includes('wallet.game.example'))
    return await frame?.evaluate(`(${isSameSite})(document)`)
  }
  await page.route('**/*', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: route.request().url().includes('wallet')
        ? 'wallet'
        : '<iframe src="http://wallet.game.example/"></iframe>',
    }),
  )
  expect(await frameIn('http://game.example/')).toBe(true)
  expect(await frameIn('http://other.example/')).toBe(false)
})
