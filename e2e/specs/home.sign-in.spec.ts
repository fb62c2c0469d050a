import { expect } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import {
  answerOf,
  chooseWallet,
  expectConnected,
  type GameVisitor,
  openVisitor,
  tellSettings,
} from '../support/game-visitor.ts'
import { lookAt } from '../support/look.ts'
import { expectClean, watchPage } from '../support/page-watch.ts'
import { test } from '../support/visit.ts'

const sign = ({ dialog }: GameVisitor) => dialog.getByRole('button', { name: 'Sign', exact: true })

/** What the service says of a session; asked as a program would, beside the page. */
async function sessionStatus({ page }: GameVisitor, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get('/wallet/siwx/session?projectId=bullring', { headers })
  return answer.status()
}

test('a visitor signs in, is known after a reload, and is signed out with the wallet', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  const visitor = await openVisitor(browser, chain, { settings: { signIn: 'required' } })
  const { page, dialog, wallet } = visitor
  const watch = await watchPage(page)
  await page.goto('/')
  await chooseWallet(visitor)
  await expect(dialog.getByText('Bullring needs to connect to your wallet')).toBeVisible()
  await lookAt(page, info, 'sign-in')
  await page.keyboard.press('Escape')
  await expect(sign(visitor)).toBeVisible()

  wallet.decline(true)
  await sign(visitor).click()
  await expect(dialog.getByText('Signature declined')).toBeVisible()
  wallet.decline(false)
  const verified = answerOf(page, '/siwx/verify')
  await sign(visitor).click()
  const { token } = (await (await verified).json()) as { token: string }
  await expect(dialog).toBeHidden()
  await expectConnected(visitor)
  expect(await sessionStatus(visitor, token)).toBe(200)

  const known = answerOf(page, '/siwx/session')
  await page.reload()
  expect((await known).status).toBe(200)
  await expectConnected(visitor)
  await expect(dialog).toBeHidden()

  const revoked = answerOf(page, '/siwx/revoke')
  await page.getByTitle('Click to disconnect').click()
  expect((await revoked).status).toBe(200)
  expect(await sessionStatus(visitor, token)).toBe(401)
  await chooseWallet(visitor)
  await expect(sign(visitor)).toBeVisible()
  expectClean(watch)
})

test('who will not sign in is disconnected, and told why', async ({ browser }) => {
  const chain = await openChainDriver()
  const visitor = await openVisitor(browser, chain, { settings: { signIn: 'required' } })
  const { page, dialog } = visitor
  await page.goto('/')
  await chooseWallet(visitor)
  await expect(sign(visitor)).toBeVisible()
  // No way around it.
  await page.reload()
  await expect(sign(visitor)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You have not signed in, so your wallet was')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
})

test('where signing in is a choice, who would rather not stays and is not asked again', async ({
  browser,
}) => {
  const chain = await openChainDriver()
  const visitor = await openVisitor(browser, chain, { settings: { signIn: 'optional' } })
  const { page, dialog } = visitor
  await page.goto('/')
  await chooseWallet(visitor)
  await expect(dialog.getByText('Without it you stay connected')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectConnected(visitor)
  const code = page.waitForResponse(/\/assets\/start-sign-in-.*\.js$/)
  await page.reload()
  await page.evaluate(untilItHasRun, (await code).url())
  await expectConnected(visitor)
  await expect(dialog).toBeHidden()
})

test('the play money wallet signs in too', async ({ page }) => {
  await tellSettings(page, { signIn: 'required' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Play money wallet/ }).click()
  const verified = answerOf(page, '/siwx/verify')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  expect((await verified).status).toBe(200)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^0x.{4}.{1,3}.{4}/ })).toBeVisible()
})

test('a session that cannot be looked up leads back to connecting', async ({ browser }) => {
  const chain = await openChainDriver()
  const visitor = await openVisitor(browser, chain, { settings: { signIn: 'required' } })
  const { page, dialog } = visitor
  await page.goto('/')
  await chooseWallet(visitor)
  await sign(visitor).click()
  await expect(dialog).toBeHidden()
  await page.route('**/wallet/siwx/session*', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Connect Wallet' })).toBeVisible()
  await expect(dialog.getByText('A problem occurred while trying')).toBeVisible()
})

/** Runs in the page: waits until the code at `url` has run and what came of it is drawn. */
async function untilItHasRun(url: string): Promise<void> {
  await import(url)
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}
