import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import {
  chooseWallet,
  GAME_CHAIN,
  OTHER_CHAIN,
  openVisitor,
} from '../../../support/visitor/game-visitor.ts'

test('a wallet on another network gets a warning, switches and bets', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const visitor = await openVisitor(browser, chain, { known: [OTHER_CHAIN] })
  const { page, wallet } = visitor
  await page.goto('/direct-bet')
  await chooseWallet(visitor)
  const warning = page.getByRole('alert').filter({ hasText: '当前网络不是 BSC，请切换网络。' })
  const log = page.getByRole('log', { name: '执行日志' })
  await expect(page.getByRole('region', { name: '钱包状态' })).toContainText(`(${OTHER_CHAIN})`)

  await warning.getByRole('button', { name: /^切换到/ }).click()
  await expect(log).toContainText('网络已切换')
  await expect(warning).toBeHidden()
  expect(wallet.chainId()).toBe(GAME_CHAIN)
  await page.getByRole('button', { name: 'UP (看涨)' }).click()
  await expect(log.getByRole('listitem').first()).toContainText('下注成功')
})
