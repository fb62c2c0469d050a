import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { checkPage } from '../../../support/page/page-checks.ts'
import { test } from '../../../support/test.ts'
import { chooseWallet, openVisitor, walletResponse } from '../../../support/visitor/game-visitor.ts'

test('a visitor who signs in on the Chinese page is signed in on the main screen too', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  const visitor = await openVisitor(browser, chain, { config: { signIn: 'required' } })
  const { page, wallet, dialog } = visitor
  await page.goto('/direct-bet')
  await chooseWallet(visitor)
  const signing = page.getByRole('dialog', { name: '登录' })
  await expect(signing.getByText('Bullring 需要验证你的钱包')).toBeVisible()
  await checkPage(page, info, 'sign-in')
  wallet.decline(true)
  await signing.getByRole('button', { name: '签名', exact: true }).click()
  await expect(signing.getByText('签名被拒绝')).toBeVisible()
  wallet.decline(false)
  await signing.getByRole('button', { name: '签名', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: '钱包状态' })).toContainText(wallet.address)

  const known = walletResponse(page, '/siwx/session')
  await page.getByRole('link', { name: 'Bullring 首页' }).click()
  expect((await known).status).toBe(200)
  await expect(dialog).toBeHidden()
})

test('a visitor who cancels a required sign-in is disconnected and sees why', async ({
  browser,
}) => {
  const chain = await openChainDriver()
  const visitor = await openVisitor(browser, chain, { config: { signIn: 'required' } })
  const { page, dialog } = visitor
  await page.goto('/direct-bet')
  await chooseWallet(visitor)
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('你没有登录，钱包已断开连接。')).toBeVisible()
  await expect(page.getByRole('button', { name: '连接钱包' })).toBeVisible()
})
