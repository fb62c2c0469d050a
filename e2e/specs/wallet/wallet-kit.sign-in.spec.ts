import { expect } from '@playwright/test'
import { UNKNOWN_CHAIN } from '../../support/kit/kit-on-local-chains.ts'
import { test } from '../../support/kit/kit-test.ts'
import {
  connectKit,
  expectAccessible,
  openAccount,
  visitKit,
} from '../../support/kit/kit-visitor.ts'

const REQUIRED = { siwx: { sessions: 'local' } }
const OPTIONAL = { siwx: { sessions: 'local', isRequired: false } }

test('a visitor signs in, and stays signed in after a reload', async ({
  browser,
  kitOnLocalChains: kit,
}) => {
  const visitor = await visitKit(browser, kit, { options: REQUIRED })
  const { dialog, page } = visitor
  await connectKit(visitor)
  await expect(dialog.getByText('needs to connect to your wallet')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByText(/^connected/)).toBeVisible()
  await openAccount(visitor)
})

test('a required sign-in cannot be closed; a declined signature can be retried', async ({
  browser,
  kitOnLocalChains: kit,
}) => {
  const visitor = await visitKit(browser, kit, { options: REQUIRED })
  const { dialog, page, wallet } = visitor
  await connectKit(visitor)
  const sign = dialog.getByRole('button', { name: 'Sign', exact: true })
  await expect(sign).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(sign).toBeVisible()
  wallet.decline(true)
  await sign.click()
  await expect(dialog.getByText('Signature declined')).toBeVisible()
  wallet.decline(false)
  await sign.click()
  await expect(dialog).toBeHidden()
})

test('cancelling a required sign-in disconnects', async ({ browser, kitOnLocalChains: kit }) => {
  const visitor = await visitKit(browser, kit, { options: REQUIRED })
  await connectKit(visitor)
  await visitor.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(visitor.dialog).toBeHidden()
  await expect(visitor.page.getByText('disconnected')).toBeVisible()
})

test('cancelling an optional sign-in keeps the connection', async ({
  browser,
  kitOnLocalChains: kit,
}) => {
  const visitor = await visitKit(browser, kit, { options: OPTIONAL })
  await connectKit(visitor)
  await visitor.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(visitor.dialog).toBeHidden()
  await openAccount(visitor)
})

test('disconnecting signs out', async ({ browser, kitOnLocalChains: kit }) => {
  const visitor = await visitKit(browser, kit, { options: REQUIRED })
  const { dialog } = visitor
  await connectKit(visitor)
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog).toBeHidden()
  await openAccount(visitor)
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(visitor.page.getByText('disconnected')).toBeVisible()
  await connectKit(visitor)
  await expect(dialog.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
})

test('a wallet on an unknown network is not asked to sign until it switches', async ({
  browser,
  kitOnLocalChains: kit,
}) => {
  const visitor = await visitKit(browser, kit, { options: REQUIRED, known: [UNKNOWN_CHAIN, 56] })
  const { dialog } = visitor
  await connectKit(visitor)
  await expect(dialog.getByText(/doesn’t support your current network/)).toBeVisible()
  await dialog.getByRole('button', { name: 'BNB Smart Chain' }).click()
  await expect(dialog.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
})
