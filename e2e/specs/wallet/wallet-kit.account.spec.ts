import { expect } from '@playwright/test'
import { test } from '../../support/kit/kit-test.ts'
import {
  connectKit,
  expectAccessible,
  openAccount,
  visitKit,
} from '../../support/kit/kit-visitor.ts'

test('the account shows address and balance', async ({ browser, kitOnLocalChains: kit }) => {
  const visitor = await visitKit(browser, kit, { coins: '1.23456' })
  const { dialog, page, wallet } = visitor
  const { address } = wallet.account
  await connectKit(visitor)
  await openAccount(visitor)
  await expect(dialog.getByText('1.234 BNB')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Block Explorer' })).toHaveAttribute(
    'href',
    `https://bscscan.com/address/${address}`,
  )
  // Without a wallet service there is no history to show.
  await expect(dialog.getByRole('tab', { name: 'Activity' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Copy address' }).click()
  await expect(dialog.getByText('Address copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expectAccessible(page)
})

test('the receive view shows the address as QR code and text', async ({
  browser,
  kitOnLocalChains: kit,
}) => {
  const visitor = await visitKit(browser, kit)
  const { dialog, page, wallet } = visitor
  await connectKit(visitor)
  await openAccount(visitor)
  await dialog.getByRole('button', { name: 'Receive' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of your address' })).toBeVisible()
  await expect(dialog.getByText(wallet.account.address)).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy address' }).click()
  await expect(dialog.getByText('Address copied')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Only receive assets on these networks' }).click()
  await expect(dialog.getByText('BNB Smart Chain')).toBeVisible()
  await expectAccessible(page)
})

test('a view that is taller than the phone scrolls from its header to its end', async ({
  browser,
  kitOnLocalChains: kit,
}) => {
  const visitor = await visitKit(browser, kit)
  const { dialog, page } = visitor
  await connectKit(visitor)
  await openAccount(visitor)
  await page.setViewportSize({ width: 360, height: 440 })
  await dialog.getByRole('button', { name: 'Receive' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of your address' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  const last = dialog.getByRole('button', { name: 'Only receive assets on these networks' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})

test('a visitor disconnects', async ({ browser, kitOnLocalChains: kit }) => {
  const visitor = await visitKit(browser, kit)
  await connectKit(visitor)
  await openAccount(visitor)
  await visitor.dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(visitor.dialog).toBeHidden()
  await expect(visitor.page.getByText('disconnected')).toBeVisible()
  await visitor.page.reload()
  await expect(visitor.page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
})

test('the page loads no code of the account view', async ({ browser, kitOnLocalChains: kit }) => {
  const { page } = await visitKit(browser, kit)
  await page.waitForLoadState('networkidle')
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  const accountCode = /account|network|siwx|sign-in|receive|wallet-send|transactions|ens-name/
  expect(loaded.filter((name) => accountCode.test(name))).toEqual([])
  expect(loaded.some((name) => name.includes('/assets/index'))).toBe(true)
})
