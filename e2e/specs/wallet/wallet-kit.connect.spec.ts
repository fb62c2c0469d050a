import { expect, type Page } from '@playwright/test'
import { test } from '../../support/kit/kit-test.ts'
import { takePicture } from '../../support/visitor/page-actions.ts'
import { installWallet } from '../../support/wallet/test-wallet.ts'

/** A chain that the page does not know. */
const OTHER_CHAIN = 1

const open = (page: Page) => page.getByRole('button', { name: 'Connect Wallet' }).click()
const shown = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

test('a visitor connects the only wallet, reloads and disconnects', async ({
  page,
  context,
  kitWithCatalogue: kit,
}, info) => {
  const wallet = await installWallet(context, { name: 'Only Wallet', ...kit.chains })
  await kit.open(page)
  await open(page)
  await takePicture(page, info, 'connect')
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

test('a visitor with several wallets connects the one chosen', async ({
  page,
  context,
  kitWithCatalogue: kit,
}) => {
  const wallets = [
    await installWallet(context, { name: 'First Wallet', ...kit.chains }),
    await installWallet(context, { name: 'Second Wallet', ...kit.chains }),
    await installWallet(context, { name: 'Third Wallet', ...kit.chains }),
  ]
  await kit.open(page)
  await open(page)
  for (const { name } of wallets) {
    await expect(page.getByRole('button', { name: new RegExp(name) })).toHaveCount(1)
  }
  await page.getByRole('button', { name: /Second Wallet/ }).click()
  const address = wallets[1]?.account.address ?? ''
  await expect(page.getByRole('button', { name: shown(address) })).toBeVisible()
})

test('a visitor without a wallet is offered one', async ({ page, kitWithCatalogue: kit }, info) => {
  await kit.open(page)
  await open(page)
  await expect(page.getByText('No wallet found in this browser')).toBeVisible()
  await takePicture(page, info, 'no-wallet')
  await page.getByRole('button', { name: 'Get a wallet' }).click()
  await expect(page.getByRole('dialog', { name: 'Get a wallet' })).toBeVisible()
  await page.getByRole('button', { name: /Acorn Wallet/ }).click()
  await expect(page.getByRole('dialog', { name: 'Get Acorn Wallet' })).toBeVisible()
})

test('a declined connection is reported and can be retried', async ({
  page,
  context,
  kitWithCatalogue: kit,
}, info) => {
  const wallet = await installWallet(context, { name: 'Shy Wallet', ...kit.chains })
  wallet.decline(true)
  await kit.open(page)
  await open(page)
  await page.getByRole('button', { name: /Shy Wallet/ }).click()
  await expect(page.getByText('You declined the request.')).toBeVisible()
  await takePicture(page, info, 'declined')
  wallet.decline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: shown(wallet.account.address) })).toBeVisible()
})

test('a wallet on an unknown network connects, and the page shows its address', async ({
  page,
  context,
  kitWithCatalogue: kit,
}) => {
  const nodes = { [OTHER_CHAIN]: kit.rpcUrl }
  const wallet = await installWallet(context, { name: 'Far Wallet', nodes, known: [OTHER_CHAIN] })
  await kit.open(page)
  await open(page)
  await page.getByRole('button', { name: /Far Wallet/ }).click()
  await expect(page.getByRole('status').first()).toContainText('unsupported network')
  await expect(page.getByRole('status').first()).toContainText(wallet.account.address)
})
