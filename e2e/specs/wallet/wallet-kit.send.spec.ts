import { expect } from '@playwright/test'
import { erc20Abi, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { test } from '../../support/kit/kit-test.ts'
import {
  connectKit,
  expectAccessible,
  type KitVisitor,
  openAccount,
  visitKit,
} from '../../support/kit/kit-visitor.ts'

const receiver = () => privateKeyToAddress(generatePrivateKey())

async function openSend(visitor: KitVisitor) {
  await connectKit(visitor)
  await openAccount(visitor)
  await visitor.dialog.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.dialog.getByText('10 BNB available')).toBeVisible()
}

test('a visitor sends coins', async ({ browser, kitOnLocalChains: kit }) => {
  const visitor = await visitKit(browser, kit)
  const { dialog, page } = visitor
  const to = receiver()
  await openSend(visitor)
  await expectAccessible(page)
  await expect(dialog.getByRole('button', { name: 'Add Amount' })).toBeDisabled()
  await dialog.getByLabel('Amount').fill('11')
  await expect(dialog.getByRole('button', { name: 'Insufficient Funds' })).toBeDisabled()
  await dialog.getByLabel('Amount').fill('10')
  await expect(dialog.getByRole('button', { name: 'Insufficient Gas Funds' })).toBeDisabled()
  await dialog.getByLabel('Amount').fill('1,5')
  await expect(dialog.getByRole('button', { name: 'Add Address' })).toBeDisabled()
  await dialog.getByLabel('Receiver').fill('0x1234')
  await expect(dialog.getByRole('button', { name: 'Invalid Address' })).toBeDisabled()
  await page.evaluate((text) => navigator.clipboard.writeText(text), to)
  await dialog.getByLabel('Receiver').fill('')
  await dialog.getByRole('button', { name: 'Paste' }).click()
  await dialog.getByRole('button', { name: 'Review' }).click()

  await expect(dialog.getByText('1.5 BNB')).toBeVisible()
  await expect(dialog.getByText(to)).toBeVisible()
  await expect(dialog.getByText(/^up to 0\.\d+ BNB$/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('Transaction started')).toBeVisible()
  await expect(dialog.getByText(/8\.49\d BNB/)).toBeVisible()
  expect(await kit.client.getBalance({ address: to })).toBe(parseEther('1.5'))
})

test('Max leaves the fee, and the transfer succeeds', async ({
  browser,
  kitOnLocalChains: kit,
}) => {
  const visitor = await visitKit(browser, kit)
  const { dialog } = visitor
  const to = receiver()
  await openSend(visitor)
  await dialog.getByRole('button', { name: 'Max' }).click()
  await dialog.getByLabel('Receiver').fill(to)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('Transaction started')).toBeVisible()
  await expect
    .poll(() => kit.client.getBalance({ address: to }))
    .toBeGreaterThan(parseEther('9.99'))
})

test('a visitor sends tokens', async ({ browser, kitOnLocalChains: kit }) => {
  const visitor = await visitKit(browser, kit)
  const { wallet, page, dialog } = visitor
  const address = await kit.deployToken(wallet.account.address, '250')
  const token = { chainId: 56, address, name: 'Arena Dollar', symbol: 'ARD', decimals: 6 }
  await page.goto(kit.url({ tokens: [token] }))
  const to = receiver()
  await connectKit(visitor)
  await openAccount(visitor)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('button', { name: 'Select token', exact: true }).click()
  await expect(dialog.getByRole('button', { name: /BNB/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('searchbox', { name: 'Search token' }).fill('arena')
  await dialog.getByRole('button', { name: /Arena Dollar/ }).click()
  await dialog.getByLabel('Amount').fill('0.0000001')
  await expect(dialog.getByRole('button', { name: 'Incorrect Value' })).toBeDisabled()
  await dialog.getByLabel('Amount').fill('12.5')
  await dialog.getByLabel('Receiver').fill(address)
  await expect(dialog.getByRole('button', { name: 'Invalid Address' })).toBeDisabled()
  await dialog.getByLabel('Receiver').fill(to)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('Transaction started')).toBeVisible()
  const read = { address, abi: erc20Abi, functionName: 'balanceOf', args: [to] } as const
  await expect.poll(() => kit.client.readContract(read)).toBe(parseUnits('12.5', 6))
})

test('a declined transfer is reported and keeps the form', async ({
  browser,
  kitOnLocalChains: kit,
}) => {
  const visitor = await visitKit(browser, kit)
  const { dialog, wallet } = visitor
  await openSend(visitor)
  await dialog.getByLabel('Amount').fill('1')
  await dialog.getByLabel('Receiver').fill(receiver())
  await dialog.getByRole('button', { name: 'Review' }).click()
  wallet.decline(true)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('Transaction declined')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('1')
})
