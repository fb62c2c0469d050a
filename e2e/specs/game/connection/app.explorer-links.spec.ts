import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'

const EXPLORER = 'https://explorer.example'

test('bets and accounts link to the chain’s explorer', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const player = await visitGame(browser, chain, { name: 'Curious Wallet' })
  const { page, wallet } = player
  await configureExplorer(page)
  await page.reload()
  await connectWallet(player)
  await page.getByRole('link', { name: /Direct bet/ }).click()
  await expect(page.getByRole('textbox', { name: '轮次 (Epoch)' })).toHaveValue(`${epoch}`)
  await page.getByRole('button', { name: 'UP (看涨)' }).click()
  const state = page.getByRole('region', { name: '交易状态' })
  await expect(state).toContainText('已完成')
  const [hash] = (await state.innerText()).match(/0x[0-9a-f]{64}/) ?? []
  const transaction = `${EXPLORER}/tx/${hash}`
  await expect(state.getByRole('link')).toHaveAttribute('href', transaction)

  await page.getByRole('link', { name: '返回游戏' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: /History/ })
  await history.getByRole('button', { name: `#${epoch} ` }).click()
  await expect(history.getByRole('link')).toHaveAttribute('href', transaction)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Stats' }).click()
  await expect(page.getByRole('link', { name: 'View on the block explorer' })).toHaveAttribute(
    'href',
    `${EXPLORER}/address/${wallet.account.address}`,
  )
})

/** Configures the page as `GAME_EXPLORER_URL` would. */
async function configureExplorer(page: Page): Promise<void> {
  await page.route('/config.json', async (route) => {
    const response = await route.fetch()
    const config: { chain: object } = await response.json()
    const chain = { ...config.chain, explorerUrl: EXPLORER }
    await route.fulfill({ response, json: { ...config, chain } })
  })
}
