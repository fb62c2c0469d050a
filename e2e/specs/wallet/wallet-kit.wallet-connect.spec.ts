import { expect, type Page } from '@playwright/test'
import { test } from '../../support/kit/kit-test.ts'
import {
  startPhone,
  type WalletConnectPhone,
} from '../../support/walletconnect/walletconnect-phone.ts'
import { acceptAtRelay, refuseAtRelay } from '../../support/walletconnect/walletconnect-relay.ts'

const SIGNATURE = `0x${'11'.repeat(65)}`
const OTHER_SIGNATURE = `0x${'22'.repeat(65)}`

/** Signatures that the page has shown. */
type Seen = { seen: readonly string[] }

test('WalletConnect loads on demand and contacts only the relay', async ({
  page,
  kitWithCatalogue: kit,
}) => {
  const requested: URL[] = []
  page.on('request', (request) => requested.push(new URL(request.url())))
  const isClient = ({ pathname }: URL) => /\/create-provider-/.test(pathname)
  await kit.open(page, { relay: await acceptAtRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('button', { name: /All Wallets.*60\+/ })).toBeVisible()
  expect(requested.filter(isClient)).toEqual([])

  await page.getByRole('button', { name: /WalletConnect.*qr code/ }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  expect(requested.filter(isClient)).toHaveLength(1)
  const hosts = new Set(
    requested.filter(({ protocol }) => protocol !== 'data:').map((url) => url.hostname),
  )
  expect([...hosts]).toEqual(['127.0.0.1'])
})

test('the copied link is the one in the QR code, and can be renewed', async ({
  page,
  context,
  kitWithCatalogue: kit,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await kit.open(page, { relay: await acceptAtRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: /WalletConnect.*qr code/ }).click()
  const copy = async () => {
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const first = await copy()
  expect(first).toMatch(/^wc:[0-9a-f]{64}@2\?.*symKey=[0-9a-f]{64}/)
  await page.getByRole('button', { name: /New code in/ }).click()
  await expect(page.getByRole('button', { name: /New code in 3:/ })).toBeVisible()
  expect(await copy()).not.toBe(first)
})

test('a relay that refuses the page alerts its developer', async ({
  page,
  kitWithCatalogue: kit,
}) => {
  await kit.open(page, { relay: await refuseAtRelay(page, 'Unauthorized: origin not allowed') })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: /WalletConnect.*qr code/ }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid App Configuration')
  await expect(page.getByText('Site not allowed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

async function isConnected(page: Page, address: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: `connected ${address}` })).toBeVisible()
}

/** Connects a phone by the copied link. */
async function connect(page: Page, phone: WalletConnectPhone): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: /WalletConnect.*qr code/ }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await phone.wallet.pair(await page.evaluate(() => navigator.clipboard.readText()))
  await isConnected(page, phone.accounts[0])
}

test('a page that the browser has frozen gets what the phone approved meanwhile, once', async ({
  page,
  kitWithCatalogue: kit,
}) => {
  await using phone = await startPhone()
  const requests: { topic: string; id: number }[] = []
  phone.wallet.on('requested', ({ request }) => requests.push(request))
  await kit.open(page, { relay: phone.relayUrl, sign: true })
  await connect(page, phone)
  const browser = await page.context().newCDPSession(page)
  await page.evaluate(() => {
    const output = document.querySelector('output')
    const seen: string[] = []
    const watch = new MutationObserver(() => seen.push(output?.textContent ?? ''))
    if (output !== null)
      watch.observe(output, { childList: true, characterData: true, subtree: true })
    Object.assign(window, { seen })
  })
  await page.getByRole('button', { name: 'Request a signature' }).click()
  await expect.poll(() => requests).toHaveLength(1)
  const [request] = requests
  if (request === undefined) throw new Error('Expected a request.')
  // `Page.setWebLifecycleState` freezes hidden pages only, and headless ones are visible. Stopped by the debugger, no code runs either.
  const frozen = new Promise((resolve) => browser.once('Debugger.paused', resolve))
  await browser.send('Debugger.enable')
  await browser.send('Debugger.pause')
  const blocked = page.evaluate(() => document.title)
  await frozen
  await phone.wallet.respond(request, { result: SIGNATURE })
  await browser.send('Debugger.resume')
  await blocked
  await expect(page.locator('output')).toHaveText(SIGNATURE)
  // The session works on, and the first response is not handed out again.
  await page.getByRole('button', { name: 'Request a signature' }).click()
  await expect.poll(() => requests).toHaveLength(2)
  const [, second] = requests
  if (second !== undefined) await phone.wallet.respond(second, { result: OTHER_SIGNATURE })
  await expect(page.locator('output')).toHaveText(OTHER_SIGNATURE)
  const seen = await page.evaluate(() => (window as unknown as Seen).seen)
  expect(seen.filter((text) => text !== '')).toEqual([SIGNATURE, OTHER_SIGNATURE])
})

test('a phone connects, also after a reload, in a second tab and after the network was gone', async ({
  page,
  context,
  kitWithCatalogue: kit,
}) => {
  await using phone = await startPhone()
  await kit.open(page, { relay: phone.relayUrl })
  await connect(page, phone)
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.reload()
  await isConnected(page, phone.accounts[0])
  const tab = await context.newPage()
  await tab.goto(page.url())
  await isConnected(tab, phone.accounts[0])

  await context.setOffline(true)
  const changed = phone.use(phone.accounts[1])
  await context.setOffline(false)
  await changed
  for (const each of [page, tab]) await isConnected(each, phone.accounts[1])

  await page.getByRole('button', { name: /0x/ }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  for (const each of [page, tab]) {
    await expect(each.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  }
  await expect.poll(() => phone.wallet.sessions()).toEqual([])
})
