import { type Browser, type BrowserContextOptions, devices, expect } from '@playwright/test'
import { readStack } from '../../support/stack/described-stack.ts'
import { test } from '../../support/test.ts'
import { overrideConfig } from '../../support/visitor/game-visitor.ts'
import { takePicture } from '../../support/visitor/page-actions.ts'
import { returningVisitor } from '../../support/visitor/returning-visitor.ts'

const PHONE = { userAgent: devices['iPhone 15'].userAgent, viewport: { width: 360, height: 740 } }
const REASON = /Wallets that do not use the relay of this site connect as an extension/

/** Opens the list of wallets on the page of the project's stack, which has a relay. */
async function openList(browser: Browser, options: BrowserContextOptions, relayUrl?: string) {
  const { url: baseURL } = await readStack()
  const storageState = returningVisitor(baseURL)
  const page = await (await browser.newContext({ ...options, baseURL, storageState })).newPage()
  await overrideConfig(page, relayUrl === undefined ? {} : { relayUrl })
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  const list = page.getByRole('dialog', { name: 'Connect Wallet' })
  await expect(list.getByRole('button', { name: /^(MetaMask|Acorn)/ }).first()).toBeVisible()
  return { page, list }
}

test('with our relay, a desktop is offered extensions, and the reason', async ({
  browser,
}, info) => {
  const { page, list } = await openList(browser, { viewport: { width: 1440, height: 900 } })
  await expect(list.getByText(REASON)).toBeVisible()
  await expect(list.getByRole('button', { name: /^All Wallets/ })).toHaveCount(0)
  await takePicture(page, info, 'own-relay-1440')
  await list.getByRole('button', { name: /^MetaMask/ }).click()
  await expect(page.getByText('MetaMask is not installed in this browser.')).toBeVisible()
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0)
})

test('with our relay, a phone opens the game in the browser of the app', async ({
  browser,
}, info) => {
  const { page, list } = await openList(browser, PHONE)
  await expect(list.getByText(REASON)).toBeVisible()
  await takePicture(page, info, 'own-relay-360')
  await list.getByRole('button', { name: /^MetaMask/ }).click()
  await expect(page.getByText('This page opens in the browser of MetaMask.')).toBeVisible()
  await takePicture(page, info, 'own-relay-360-metamask')
  const opened = page.waitForRequest(/link\.metamask\.io/)
  await page.route(/link\.metamask\.io/, (route) => route.abort())
  const { host } = new URL(page.url())
  await page.getByRole('button', { name: 'Open MetaMask' }).click()
  expect((await opened).url()).toBe(`https://link.metamask.io/dapp/${host}/`)
})

test('with the relay of the wallets’ makers, every wallet is offered', async ({ browser }) => {
  const { list } = await openList(browser, {}, 'wss://relay.example')
  await expect(list.getByRole('button', { name: /^All Wallets/ })).toBeVisible()
  await expect(list.getByText(REASON)).toHaveCount(0)
})
