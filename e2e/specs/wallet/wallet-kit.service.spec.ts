import { expect, type Page } from '@playwright/test'
import { erc20Abi, parseEther, parseUnits } from 'viem'
import { test } from '../../support/kit/kit-test.ts'
import {
  connectKit,
  type KitVisitor,
  openAccount,
  visitKit,
} from '../../support/kit/kit-visitor.ts'
import { checkPage } from '../../support/page/page-checks.ts'
import { requestWalletService } from '../../support/stack/stack-wallet-service.ts'
import { acceptAtRelay } from '../../support/walletconnect/walletconnect-relay.ts'

const sign = ({ dialog }: KitVisitor) => dialog.getByRole('button', { name: 'Sign', exact: true })

/** Waits for the service's response to the page's next request at `path`, not to its preflight. */
const responseAt = (page: Page, path: string) =>
  page.waitForResponse(
    (response) =>
      response.request().method() !== 'OPTIONS' && new URL(response.url()).pathname.endsWith(path),
  )

/** Requests the session of `token` from the service, outside the page. */
const requestSession = (page: Page, token: string) =>
  requestWalletService('/siwx/session', {
    headers: { authorization: `Bearer ${token}`, origin: new URL(page.url()).origin },
  })

test('a page of another origin lists the wallets of the service', async ({
  page,
  kitOnStack: kit,
}) => {
  await page.goto(kit.url({}, { relay: await acceptAtRelay(page) }))
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  const dialog = page.getByRole('dialog')
  const recommended = dialog.getByRole('button', { name: 'Acorn Wallet' })
  await expect(recommended).toBeVisible()
  await expect
    .poll(() =>
      recommended.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  await expect(dialog.getByRole('button', { name: /All Wallets.*70\+/ })).toBeVisible()
})

test('a page that the service refuses alerts its developer', async ({ page, kitOnStack: kit }) => {
  const url = kit.url({}, { relay: await acceptAtRelay(page) }).replace('127.0.0.1', 'localhost')
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid App Configuration')
})

test('a visitor signs in with the service, stays signed in after a reload, and signs out by disconnecting', async ({
  browser,
  kitOnStack: kit,
}) => {
  const visitor = await visitKit(browser, kit, { options: { siwx: { sessions: 'server' } } })
  const { dialog, page, wallet } = visitor
  await connectKit(visitor)
  wallet.decline(true)
  await sign(visitor).click()
  await expect(dialog.getByText('Signature declined')).toBeVisible()
  wallet.decline(false)
  const verified = responseAt(page, '/siwx/verify')
  await sign(visitor).click()
  const { token } = await (await verified).json()
  await expect(dialog).toBeHidden()
  expect(await (await requestSession(page, token)).json()).toMatchObject({
    address: wallet.address,
  })

  const restored = responseAt(page, '/siwx/session')
  await page.reload()
  expect((await restored).status()).toBe(200)
  await openAccount(visitor)
  const revoked = responseAt(page, '/siwx/revoke')
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  expect((await revoked).status()).toBe(200)
  await expect(page.getByText('disconnected')).toBeVisible()
  expect((await requestSession(page, token)).status).toBe(401)
})

test('a visitor who skips an optional sign-in stays connected, and can sign in after reconnecting', async ({
  browser,
  kitOnStack: kit,
}) => {
  const siwx = { sessions: 'server', isRequired: false }
  const visitor = await visitKit(browser, kit, { options: { siwx } })
  const { dialog, page } = visitor
  await connectKit(visitor)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await openAccount(visitor)
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await connectKit(visitor)
  await sign(visitor).click()
  await expect(dialog).toBeHidden()
  const restored = responseAt(page, '/siwx/session')
  await page.reload()
  expect((await restored).status()).toBe(200)
})

test('a contract wallet signs in', async ({ browser, kitOnStack: kit }) => {
  const visitor = await visitKit(browser, kit, {
    options: { siwx: { sessions: 'server' } },
    contractOf: kit.deployWallet,
  })
  expect(visitor.wallet.address).not.toBe(visitor.wallet.account.address)
  await connectKit(visitor)
  const verified = responseAt(visitor.page, '/siwx/verify')
  await sign(visitor).click()
  expect((await (await verified).json()).session.address).toBe(visitor.wallet.address)
  await expect(visitor.dialog).toBeHidden()
})

test('a transfer updates the balance and appears in the activity of both accounts', async ({
  browser,
  kitOnStack: kit,
}, info) => {
  const [sender, receiver] = await Promise.all([visitKit(browser, kit), visitKit(browser, kit)])
  const to = receiver.wallet.address
  await kit.giveToken(sender.wallet.address, '250')
  const { dialog, page } = sender
  await connectKit(sender)
  await openAccount(sender)
  await expect(dialog.getByText('10 BNB').first()).toBeVisible()

  await openTokens(sender)
  await expect(dialog.getByRole('button', { name: /^Arena Dollar/ })).toBeVisible()
  await checkPage(page, info, 'tokens')
  await chooseToken(sender, 'BNB', '10')
  await fillForm(sender, '1.5', to)
  await confirm(sender)
  await expect(dialog.getByText(/8\.49\d BNB/)).toBeVisible()
  expect(await kit.client.getBalance({ address: to })).toBe(parseEther('11.5'))

  await openTokens(sender)
  await chooseToken(sender, 'Arena Dollar', '250')
  await fillForm(sender, '12.5', to)
  await confirm(sender)
  const { token: address, decimals } = kit.token
  const read = { address, abi: erc20Abi, functionName: 'balanceOf', args: [to] } as const
  await expect.poll(() => kit.client.readContract(read)).toBe(parseUnits('12.5', decimals))
  // The balance is read again although it is recent: the transfer made it stale.
  await openTokens(sender)
  await chooseToken(sender, 'Arena Dollar', '237.5')
  await dialog.getByRole('button', { name: 'Back' }).click()

  await expectActivity(sender, ['Sent−12.5 ARD', 'Sent−1.5 BNB', 'Received+250 ARD'])
  // A toast lies on the title until it leaves.
  await expect(dialog.getByText('Transaction started')).toHaveCount(0)
  await checkPage(page, info, 'activity')
  await connectKit(receiver)
  await openAccount(receiver)
  await expectActivity(receiver, ['Received+12.5 ARD', 'Received+1.5 BNB'])
})

async function openTokens({ dialog }: KitVisitor): Promise<void> {
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('button', { name: 'Select token', exact: true }).click()
}

/** Chooses a token with this balance. */
async function chooseToken({ dialog }: KitVisitor, name: string, amount: string): Promise<void> {
  await dialog.getByRole('button', { name }).filter({ hasText: amount }).click()
  await expect(dialog.getByText(/ available$/)).toBeVisible()
}

async function fillForm({ dialog }: KitVisitor, amount: string, to: string): Promise<void> {
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByLabel('Receiver').fill(to)
  await expect(dialog.getByRole('button', { name: 'Review' })).toBeEnabled()
}

async function confirm({ dialog }: KitVisitor): Promise<void> {
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('Transaction started')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeVisible()
}

/** Waits until the list shows the rows: the index is a block or two behind the chain. */
async function expectActivity({ dialog }: KitVisitor, rows: readonly string[]): Promise<void> {
  await dialog.getByRole('tab', { name: 'Activity' }).click()
  await expect(dialog.getByRole('listitem')).toContainText([...rows])
}
