import { type BrowserContext, expect, type Page } from '@playwright/test'
import { installWallet } from '../support/injected-wallet.ts'
import { type KitWorld, startKitWorld } from '../support/kit-page.ts'
import { picture } from '../support/player.ts'
import { test } from '../support/visit.ts'

let world: KitWorld
test.beforeAll(async () => {
  world = await startKitWorld()
})
test.afterAll(() => world.stop())

const open = (page: Page) => page.getByRole('button', { name: 'Connect Wallet' }).click()
const shown = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
const newWallet = (context: BrowserContext, name: string) =>
  installWallet(context, world.rpcUrl, name)

test('a visitor connects the one wallet there is, comes back, and leaves', async ({
  page,
  context,
}, info) => {
  const wallet = await newWallet(context, 'Only Wallet')
  await world.open(page)
  await open(page)
  await picture(page, info, 'connect')
  await page.getByRole('button', { name: /Only Wallet.*installed/ }).click()
  const account = page.getByRole('button', { name: shown(wallet.account.address) })
  await expect(account).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('status').first()).toContainText('BNB Smart Chain')

  await page.reload()
  await expect(account).toBeVisible()
  await account.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a visitor with several wallets connects the one chosen', async ({ page, context }) => {
  const wallets = [
    await newWallet(context, 'First Wallet'),
    await newWallet(context, 'Second Wallet'),
    await newWallet(context, 'Third Wallet'),
  ]
  await world.open(page)
  await open(page)
  for (const { name } of wallets) {
    await expect(page.getByRole('button', { name: new RegExp(name) })).toHaveCount(1)
  }
  await page.getByRole('button', { name: /Second Wallet/ }).click()
  const address = wallets[1]?.account.address ?? ''
  await expect(page.getByRole('button', { name: shown(address) })).toBeVisible()
})

test('a visitor without a wallet is told what to do', async ({ page }, info) => {
  await world.open(page)
  await open(page)
  await expect(page.getByText('No wallet found in this browser')).toBeVisible()
  await picture(page, info, 'no-wallet')
  await page.getByRole('button', { name: 'Get a wallet' }).click()
  await expect(page.getByRole('dialog', { name: 'Get a wallet' })).toBeVisible()
  await page.getByRole('button', { name: /Acorn Wallet/ }).click()
  await expect(page.getByRole('dialog', { name: 'Get Acorn Wallet' })).toBeVisible()
})

test('a visitor who declines reads so, and can try again', async ({ page, context }, info) => {
  const wallet = await newWallet(context, 'Shy Wallet')
  wallet.decline(true)
  await world.open(page)
  await open(page)
  await page.getByRole('button', { name: /Shy Wallet/ }).click()
  await expect(page.getByText('Connection declined')).toBeVisible()
  await picture(page, info, 'declined')
  wallet.decline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: shown(wallet.account.address) })).toBeVisible()
})

test('a wallet on a network that the page does not know connects and is told apart', async ({
  page,
  context,
}) => {
  const other = await startKitWorld(1)
  try {
    const wallet = await installWallet(context, other.rpcUrl, 'Far Wallet')
    await world.open(page)
    await open(page)
    await page.getByRole('button', { name: /Far Wallet/ }).click()
    await expect(page.getByRole('status').first()).toContainText('unsupported network')
    await expect(page.getByRole('status').first()).toContainText(wallet.account.address)
  } finally {
    await other.stop()
  }
})
