import { expect } from '@playwright/test'
import { createPublicClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { openEmbeddedWallet } from '../../support/stack/embedded-wallet-stack.ts'
import { test } from '../../support/test.ts'
import { takePicture } from '../../support/visitor/page-actions.ts'
import { approveInWindow } from '../../support/wallet/wallet-window.ts'

const EMAIL = 'lise@example.com'

test('the modal steps aside for the approval of a transfer, and comes back with its outcome', async ({
  page,
}, info) => {
  const stack = await openEmbeddedWallet()
  const to = privateKeyToAddress(generatePrivateKey())
  const dialog = page.getByRole('dialog')
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused()
  await page.keyboard.type(await stack.codeFor(EMAIL))
  await expect(page.getByText('Play money has arrived')).toBeVisible()

  await page.getByTitle('Your wallet: tokens, activity, send').click()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByLabel('Amount').fill('0.25')
  await dialog.getByLabel('Receiver').fill(to)
  await dialog.getByRole('button', { name: 'Review' }).click()
  const send = dialog.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect(page.getByRole('dialog', { name: 'Approve Transaction' })).toBeVisible()
  await expect(dialog).toHaveCount(1)
  await takePicture(page, info, 'approval')
  await page.keyboard.press('Escape')
  await expect(send).toBeVisible()
  await expect(dialog).toHaveCount(1)

  await send.click()
  const text = await approveInWindow(page, page.frameLocator('#w3m-iframe'))
  expect(text).toContain('0.25 BNB')
  await expect(dialog.getByText('Transaction started')).toBeVisible()
  await takePicture(page, info, 'sent')
  const client = createPublicClient({ transport: http(stack.chain.rpcUrl) })
  await expect.poll(() => client.getBalance({ address: to })).toBe(parseEther('0.25'))
})
