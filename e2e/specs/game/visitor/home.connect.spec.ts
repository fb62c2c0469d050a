import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { expectClean, monitorPage } from '../../../support/page/page-monitor.ts'
import { test } from '../../../support/test.ts'
import { expectConnected, openVisitor } from '../../../support/visitor/game-visitor.ts'

test('a modal that fails to load shows an error and opens on the next click', async ({ page }) => {
  // The page loads the modal by itself once it is idle.
  const code = /\/(?:wallet-modal|modal-shared)-[^/]*\.js$/
  await page.route(code, (route) => route.abort())
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Connect Wallet' })
  await button.click()
  await expect(page.getByText('The wallets could not be loaded.')).toBeVisible()
  await expect(button).toBeEnabled()

  await page.unroute(code)
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' })
  const playMoney = dialog.getByRole('button', { name: /^Play money wallet/ })
  await expect(playMoney).toContainText('Coins without value')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('a visitor searches all wallets and connects an installed one', async ({ browser }) => {
  const chain = await openChainDriver()
  const identity = { name: 'MetaMask', rdns: 'io.metamask' }
  const config = { relayUrl: 'wss://relay.example' }
  const visitor = await openVisitor(browser, chain, { ...identity, config })
  const { page, dialog } = visitor
  const monitor = await monitorPage(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await dialog.getByRole('button', { name: /^All Wallets/ }).click()
  const tiles = dialog.getByRole('listitem')
  await expect(tiles.filter({ hasText: 'Trust Wallet' })).toBeVisible()
  const search = dialog.getByRole('searchbox')
  await search.fill('no such wallet')
  await expect(dialog.getByText('No wallet found')).toBeVisible()
  await search.fill('metam')
  await expect(tiles).toHaveCount(1)
  const picture = tiles.locator('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await tiles.getByRole('button', { name: /MetaMask/ }).click()
  await expectConnected(visitor)
  await expect(dialog).toBeHidden()
  expectClean(monitor)
})

test('an abandoned QR code does not look like a connection under way', async ({ browser }) => {
  const chain = await openChainDriver()
  const { page, dialog } = await openVisitor(browser, chain, {
    config: { relayUrl: 'wss://relay.example' },
  })
  await page.goto('/')
  const button = page.getByRole('banner').getByRole('button', { name: /Connect/ })
  await button.click()
  await dialog.getByRole('button', { name: /^WalletConnect/ }).click()
  await expect(button).toHaveText('Connecting...')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toHaveText('Connect Wallet')
})
