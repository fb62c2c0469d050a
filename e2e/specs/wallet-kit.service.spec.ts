import { expect, type Page } from '@playwright/test'
import { erc20Abi, parseEther, parseUnits } from 'viem'
import { answerAsRelay } from '../support/kit-page.ts'
import { type KitRealStage, startKitRealStage } from '../support/kit-real-stage.ts'
import { askKitService } from '../support/kit-service.ts'
import { connectKit, type KitVisitor, openAccount, visitKit } from '../support/kit-visitor.ts'
import { lookAt } from '../support/look.ts'
import { test } from '../support/visit.ts'

let stage: KitRealStage
test.beforeAll(async () => {
  stage = await startKitRealStage()
})
test.afterAll(() => stage.stop())

const sign = ({ dialog }: KitVisitor) => dialog.getByRole('button', { name: 'Sign', exact: true })

/** The service's answer to the page's next call at `path`; preflights have one of their own. */
const answerAt = (page: Page, path: string) =>
  page.waitForResponse(
    (answer) =>
      answer.request().method() !== 'OPTIONS' && new URL(answer.url()).pathname.endsWith(path),
  )

/** Who the service says is signed in with `token`. */
const sessionOf = (token: string) =>
  askKitService('/siwx/session', {
    headers: { authorization: `Bearer ${token}`, origin: new URL(stage.url()).origin },
  })

test('a page of another origin lists the wallets of the service', async ({ page }) => {
  await page.goto(stage.url({}, { relay: await answerAsRelay(page) }))
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

test('a page that the service does not serve is told to its developer', async ({ page }) => {
  const url = stage.url({}, { relay: await answerAsRelay(page) }).replace('127.0.0.1', 'localhost')
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid App Configuration')
})

test('a visitor signs in at the service, comes back, and is signed out with the wallet', async ({
  browser,
}) => {
  const visitor = await visitKit(browser, stage, { options: { siwx: { sessions: 'server' } } })
  const { dialog, page, wallet } = visitor
  await connectKit(visitor)
  wallet.decline(true)
  await sign(visitor).click()
  await expect(dialog.getByText('Signature declined')).toBeVisible()
  wallet.decline(false)
  const verified = answerAt(page, '/siwx/verify')
  await sign(visitor).click()
  const { token } = await (await verified).json()
  await expect(dialog).toBeHidden()
  expect(await (await sessionOf(token)).json()).toMatchObject({ address: wallet.address })

  const restored = answerAt(page, '/siwx/session')
  await page.reload()
  expect((await restored).status()).toBe(200)
  await openAccount(visitor)
  const revoked = answerAt(page, '/siwx/revoke')
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  expect((await revoked).status()).toBe(200)
  await expect(page.getByText('disconnected')).toBeVisible()
  expect((await sessionOf(token)).status).toBe(401)
})

test('who need not sign in stays connected without, and is asked again by connecting anew', async ({
  browser,
}) => {
  const siwx = { sessions: 'server', isRequired: false }
  const visitor = await visitKit(browser, stage, { options: { siwx } })
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
  const restored = answerAt(page, '/siwx/session')
  await page.reload()
  expect((await restored).status()).toBe(200)
})

test('a contract wallet signs in', async ({ browser }) => {
  const visitor = await visitKit(browser, stage, {
    options: { siwx: { sessions: 'server' } },
    contractOf: stage.deployWallet,
  })
  expect(visitor.wallet.address).not.toBe(visitor.wallet.account.address)
  await connectKit(visitor)
  const verified = answerAt(visitor.page, '/siwx/verify')
  await sign(visitor).click()
  expect((await (await verified).json()).session.address).toBe(visitor.wallet.address)
  await expect(visitor.dialog).toBeHidden()
})

test('what a visitor sends leaves the balance, and is told to both sides', async ({
  browser,
}, info) => {
  const [sender, receiver] = await Promise.all([visitKit(browser, stage), visitKit(browser, stage)])
  const to = receiver.wallet.address
  await stage.giveToken(sender.wallet.address, '250')
  const { dialog, page } = sender
  await connectKit(sender)
  await openAccount(sender)
  await expect(dialog.getByText('10 BNB')).toBeVisible()

  await openTokens(sender)
  await expect(dialog.getByRole('button', { name: /^Arena Dollar/ })).toBeVisible()
  await lookAt(page, info, 'tokens')
  await takeToken(sender, 'BNB', '10')
  await fillIn(sender, '1.5', to)
  await confirm(sender)
  await expect(dialog.getByText(/8\.49\d BNB/)).toBeVisible()
  expect(await stage.client.getBalance({ address: to })).toBe(parseEther('11.5'))

  await openTokens(sender)
  await takeToken(sender, 'Arena Dollar', '250')
  await fillIn(sender, '12.5', to)
  await confirm(sender)
  const { token: address, decimals } = stage.token
  const read = { address, abi: erc20Abi, functionName: 'balanceOf', args: [to] } as const
  await expect.poll(() => stage.client.readContract(read)).toBe(parseUnits('12.5', decimals))
  // The service is asked anew: what it said half a minute ago is wrong by now.
  await openTokens(sender)
  await takeToken(sender, 'Arena Dollar', '237.5')
  await dialog.getByRole('button', { name: 'Back' }).click()

  await expectActivity(sender, ['Sent−12.5 ARD', 'Sent−1.5 BNB', 'Received+250 ARD'])
  await lookAt(page, info, 'activity')
  await connectKit(receiver)
  await openAccount(receiver)
  await expectActivity(receiver, ['Received+12.5 ARD', 'Received+1.5 BNB'])
})

async function openTokens({ dialog }: KitVisitor): Promise<void> {
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('button', { name: 'Select token', exact: true }).click()
}

/** Takes a token of which there is `amount`. */
async function takeToken({ dialog }: KitVisitor, name: string, amount: string): Promise<void> {
  await dialog.getByRole('button', { name }).filter({ hasText: amount }).click()
  await expect(dialog.getByText(/ available$/)).toBeVisible()
}

async function fillIn({ dialog }: KitVisitor, amount: string, to: string): Promise<void> {
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByLabel('Receiver').fill(to)
  await expect(dialog.getByRole('button', { name: 'Preview Send' })).toBeEnabled()
}

async function confirm({ dialog }: KitVisitor): Promise<void> {
  await dialog.getByRole('button', { name: 'Preview Send' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('Transaction started')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeVisible()
}

/** The index follows the chain by a block or two: the list is opened again until it is there. */
async function expectActivity({ dialog }: KitVisitor, rows: readonly string[]): Promise<void> {
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Activity' }).click()
    const items = dialog.getByRole('listitem')
    try {
      await expect(items).toContainText([...rows], { timeout: 2_000 })
    } catch (error) {
      await dialog.getByRole('button', { name: 'Back' }).click()
      throw error
    }
  }).toPass()
}
