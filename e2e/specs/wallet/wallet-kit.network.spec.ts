import { expect } from '@playwright/test'
import { UNKNOWN_CHAIN } from '../../support/kit/kit-on-local-chains.ts'
import { test } from '../../support/kit/kit-test.ts'
import {
  connectKit,
  expectAccessible,
  openAccount,
  visitKit,
} from '../../support/kit/kit-visitor.ts'

test('a visitor switches the network and returns to the account', async ({
  browser,
  kitOnLocalChains: kit,
}) => {
  const visitor = await visitKit(browser, kit)
  const { dialog, wallet, page } = visitor
  await connectKit(visitor)
  await openAccount(visitor)
  await dialog.getByRole('button', { name: 'Change network, now BNB Smart Chain' }).click()
  await expect(dialog.getByRole('button', { name: 'BNB Smart Chain' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expectAccessible(page)
  await dialog.getByRole('searchbox', { name: 'Search network' }).fill('nothing like it')
  await expect(dialog.getByText('No network found')).toBeVisible()
  await dialog.getByRole('searchbox', { name: 'Search network' }).fill('test')
  await dialog.getByRole('button', { name: 'BNB Testnet' }).click()
  await expect(dialog.getByRole('button', { name: /now BNB Testnet/ })).toBeVisible()
  expect(wallet.chainId()).toBe(97)
  await expectAccessible(page)
})

test('a declined switch can be retried', async ({ browser, kitOnLocalChains: kit }) => {
  const visitor = await visitKit(browser, kit)
  const { dialog, wallet, page } = visitor
  await connectKit(visitor)
  await openAccount(visitor)
  wallet.decline(true)
  await dialog.getByRole('button', { name: /Change network/ }).click()
  await dialog.getByRole('button', { name: 'BNB Testnet' }).click()
  await expect(dialog.getByText('Switch declined')).toBeVisible()
  await expectAccessible(page)
  wallet.decline(false)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: /now BNB Testnet/ })).toBeVisible()
})

for (const unknownCode of [4902, -32_603, 5_000]) {
  test(`a network that the wallet rejects with ${unknownCode} is added`, async ({
    browser,
    kitOnLocalChains: kit,
  }) => {
    const visitor = await visitKit(browser, kit, { known: [56], unknownCode })
    await connectKit(visitor)
    await openAccount(visitor)
    await visitor.dialog.getByRole('button', { name: /Change network/ }).click()
    await visitor.dialog.getByRole('button', { name: 'BNB Testnet' }).click()
    await expect(visitor.dialog.getByRole('button', { name: /now BNB Testnet/ })).toBeVisible()
  })

  test(`a wallet that rejects with ${unknownCode} and adds no network shows why`, async ({
    browser,
    kitOnLocalChains: kit,
  }) => {
    const visitor = await visitKit(browser, kit, { known: [56], unknownCode, canAdd: false })
    await connectKit(visitor)
    await openAccount(visitor)
    await visitor.dialog.getByRole('button', { name: /Change network/ }).click()
    await visitor.dialog.getByRole('button', { name: 'BNB Testnet' }).click()
    await expect(visitor.dialog.getByText('Chain is not supported')).toBeVisible()
  })
}

test('a wallet on an unknown network has to switch', async ({ browser, kitOnLocalChains: kit }) => {
  const visitor = await visitKit(browser, kit, { known: [UNKNOWN_CHAIN, 56] })
  const { dialog, page, wallet } = visitor
  await connectKit(visitor)
  await expect(dialog.getByText(/doesn’t support your current network/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog.getByText(/doesn’t support your current network/)).toBeVisible()
  await dialog.getByRole('button', { name: 'BNB Smart Chain' }).click()
  await expect(dialog).toBeHidden()
  expect(wallet.chainId()).toBe(56)
})

test('a visitor disconnects instead of switching', async ({ browser, kitOnLocalChains: kit }) => {
  const visitor = await visitKit(browser, kit, { known: [UNKNOWN_CHAIN, 56] })
  await connectKit(visitor)
  await visitor.dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(visitor.dialog).toBeHidden()
  await expect(visitor.page.getByText('disconnected')).toBeVisible()
})

test('an app may let visitors stay on an unknown network', async ({
  browser,
  kitOnLocalChains: kit,
}) => {
  const options = { allowUnsupportedChain: true }
  const visitor = await visitKit(browser, kit, { known: [UNKNOWN_CHAIN, 56], options })
  await connectKit(visitor)
  await expect(visitor.dialog).toBeHidden()
  await openAccount(visitor)
  await expect(visitor.dialog.getByRole('button', { name: /now Unknown Network/ })).toBeVisible()
})
