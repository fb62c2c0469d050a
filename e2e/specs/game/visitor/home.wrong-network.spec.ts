import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import {
  chooseWallet,
  expectConnected,
  GAME_CHAIN,
  OTHER_CHAIN,
  openVisitor,
} from '../../../support/visitor/game-visitor.ts'
import { bet } from '../../../support/visitor/page-actions.ts'

test('a wallet on another network adds the game’s, switches and bets', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const visitor = await openVisitor(browser, chain, { known: [OTHER_CHAIN] })
  const { page, wallet } = visitor
  await page.goto('/')
  await chooseWallet(visitor)
  await expectConnected(visitor)
  const banner = page.getByRole('alert').filter({ hasText: 'Your wallet is on another network.' })
  const switching = banner.getByRole('button', { name: 'Switch to Local chain' })

  wallet.decline(true)
  await switching.click()
  await expect(page.getByText('Request cancelled in the wallet')).toBeVisible()
  expect(wallet.chainId()).toBe(OTHER_CHAIN)
  wallet.decline(false)
  await switching.click()
  await expect(banner).toBeHidden()
  expect(wallet.chainId()).toBe(GAME_CHAIN)
  await bet(page, 'UP', '0.5')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
})

test('a wallet that refuses the game’s network shows why', async ({ browser }) => {
  const chain = await openChainDriver()
  const visitor = await openVisitor(browser, chain, { known: [OTHER_CHAIN], canAdd: false })
  const { page } = visitor
  await page.goto('/')
  await chooseWallet(visitor)
  await page.getByRole('button', { name: 'Switch to Local chain' }).click()
  await expect(page.getByText('Chain is not supported')).toBeVisible()
})
