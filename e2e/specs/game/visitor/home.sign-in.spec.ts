import { expect } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { checkPage } from '../../../support/page/page-checks.ts'
import { expectClean, monitorPage } from '../../../support/page/page-monitor.ts'
import { test } from '../../../support/test.ts'
import {
  chooseWallet,
  expectConnected,
  type GameVisitor,
  openVisitor,
  overrideConfig,
  walletResponse,
} from '../../../support/visitor/game-visitor.ts'

const sign = ({ dialog }: GameVisitor) => dialog.getByRole('button', { name: 'Sign', exact: true })

/** Returns the status of the service's response to a session request, sent outside the page. */
async function sessionStatus({ page }: GameVisitor, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await page.request.get('/wallet/siwx/session?projectId=bullring', { headers })
  return response.status()
}

/** Creates the invitation code of another account. */
async function codeOfFriend({ page }: GameVisitor): Promise<string> {
  const data = { user_address: privateKeyToAccount(generatePrivateKey()).address }
  const response = await page.request.post('/api/refer-code', { data })
  const { refer_code: code } = (await response.json()) as { refer_code: string }
  return code
}

test('a visitor signs in, stays signed in after a reload, and signs out by disconnecting', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  const visitor = await openVisitor(browser, chain, { config: { signIn: 'required' } })
  const { page, dialog, wallet } = visitor
  const monitor = await monitorPage(page)
  await page.goto(`/?refer_code=${await codeOfFriend(visitor)}`)
  await chooseWallet(visitor)
  await expect(dialog.getByText('Bullring needs to connect to your wallet')).toBeVisible()
  await checkPage(page, info, 'sign-in')
  await page.keyboard.press('Escape')
  await expect(sign(visitor)).toBeVisible()

  wallet.decline(true)
  await sign(visitor).click()
  await expect(dialog.getByText('Signature declined')).toBeVisible()
  wallet.decline(false)
  const verified = walletResponse(page, '/siwx/verify')
  const proof = page.waitForResponse(
    async (response) =>
      response.url().endsWith('create_refer') &&
      (await response.request().headerValue('authorization')) !== null,
  )
  await sign(visitor).click()
  expect(await (await proof).json()).toMatchObject({ created: true, proven: true })
  const { token } = (await (await verified).json()) as { token: string }
  await expect(dialog).toBeHidden()
  await expectConnected(visitor)
  expect(await sessionStatus(visitor, token)).toBe(200)

  const known = walletResponse(page, '/siwx/session')
  await page.reload()
  expect((await known).status).toBe(200)
  await expectConnected(visitor)
  await expect(dialog).toBeHidden()

  const revoked = walletResponse(page, '/siwx/revoke')
  await page.getByTitle('Click to disconnect').click()
  expect((await revoked).status).toBe(200)
  expect(await sessionStatus(visitor, token)).toBe(401)
  await chooseWallet(visitor)
  await expect(sign(visitor)).toBeVisible()
  expectClean(monitor)
})

test('a visitor who cancels a required sign-in is disconnected and sees why', async ({
  browser,
}) => {
  const chain = await openChainDriver()
  const visitor = await openVisitor(browser, chain, { config: { signIn: 'required' } })
  const { page, dialog } = visitor
  await page.goto('/')
  await chooseWallet(visitor)
  await expect(sign(visitor)).toBeVisible()
  // A reload does not bypass it.
  await page.reload()
  await expect(sign(visitor)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You have not signed in, so your wallet was')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
})

test('a visitor who skips an optional sign-in stays connected and is not asked again', async ({
  browser,
}) => {
  const chain = await openChainDriver()
  const visitor = await openVisitor(browser, chain, { config: { signIn: 'optional' } })
  const { page, dialog } = visitor
  await page.goto('/')
  await chooseWallet(visitor)
  await expect(dialog.getByText('Without it, you stay connected')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectConnected(visitor)
  const code = page.waitForResponse(/\/assets\/start-sign-in-.*\.js$/)
  await page.reload()
  await page.evaluate(untilExecuted, (await code).url())
  await expectConnected(visitor)
  await expect(dialog).toBeHidden()
})

test('the play money wallet signs in too', async ({ page }) => {
  await overrideConfig(page, { signIn: 'required' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Play money wallet/ }).click()
  const verified = walletResponse(page, '/siwx/verify')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  expect((await verified).status).toBe(200)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^0x.{4}.{1,3}.{4}/ })).toBeVisible()
})

test('a visitor whose session cannot be checked has to connect again', async ({ browser }) => {
  const chain = await openChainDriver()
  const visitor = await openVisitor(browser, chain, { config: { signIn: 'required' } })
  const { page, dialog } = visitor
  await page.goto('/')
  await chooseWallet(visitor)
  await sign(visitor).click()
  await expect(dialog).toBeHidden()
  await page.route('**/wallet/siwx/session*', (route) => route.abort())
  // The message disappears after a few seconds: start waiting before the reload.
  await Promise.all([
    page.reload(),
    expect(dialog.getByText('A problem occurred while trying')).toBeVisible(),
  ])
  await expect(page.getByRole('dialog', { name: 'Connect Wallet' })).toBeVisible()
})

/** Runs in the page: waits until the code at `url` has run and its result is drawn. */
async function untilExecuted(url: string): Promise<void> {
  await import(url)
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}
