import { expect, type Page } from '@playwright/test'
import { parseEther } from 'viem'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { checkPage } from '../../../support/page/page-checks.ts'
import { expectClean, monitorPage } from '../../../support/page/page-monitor.ts'
import { test } from '../../../support/test.ts'
import { type GameVisitor, visitGame } from '../../../support/visitor/game-visitor.ts'
import { takePicture } from '../../../support/visitor/page-actions.ts'

const LOCK_PRICE = 860_00000000n
const CLOSE_PRICE = 861_00000000n
test('a visitor bets and claims by epoch numbers', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(LOCK_PRICE)
  const epoch = await chain.openEpoch()
  const player = await visitGame(browser, chain, { name: 'Direct Wallet' })
  const { page, wallet } = player
  await page.getByRole('link', { name: /Direct bet/ }).click()
  await expect(page).toHaveURL(/\/direct-bet$/)
  await expect(page).toHaveTitle(/直接下注/)
  const log = page.getByRole('log', { name: '执行日志' })
  const state = page.getByRole('region', { name: '交易状态' })

  await expect(page.getByRole('textbox', { name: '轮次 (Epoch)' })).toHaveValue(`${epoch}`)
  await expect(page.getByRole('textbox', { name: '金额 (BNB)' })).toHaveValue('0.001')
  await page.getByRole('button', { name: 'UP (看涨)' }).click()
  await expect(page.getByRole('alert')).toHaveText('请先连接钱包')
  await connectHere(player)

  await page.getByRole('textbox', { name: '金额 (BNB)' }).fill('0')
  await page.getByRole('button', { name: 'DOWN (看跌)' }).click()
  await expect(page.getByRole('alert')).toHaveText('请输入有效的下注金额')
  await page.getByRole('textbox', { name: '金额 (BNB)' }).fill('1')
  wallet.decline(true)
  await page.getByRole('button', { name: 'UP (看涨)' }).click()
  await expect(log.getByRole('listitem').first()).toContainText('用户取消了交易')
  wallet.decline(false)
  await page.getByRole('button', { name: 'UP (看涨)' }).click()
  await expect(state).toContainText('已完成')
  await expect(state).toContainText(/0x[0-9a-f]{64}/)
  await expect(log.getByRole('listitem').first()).toContainText(
    `下注成功：UP (看涨)，轮次 #${epoch}`,
  )
  await takePicture(page, info, 'done')
  await page.getByRole('button', { name: 'UP (看涨)' }).click()
  await expect(log.getByRole('listitem').first()).toContainText(`失败: 你已在轮次 #${epoch} 下注`)

  await chain.lockOpenRound(LOCK_PRICE)
  await chain.lockOpenRound(CLOSE_PRICE)
  await chain.untilSettled(epoch + 1, CLOSE_PRICE)

  await addEpochToClaim(page, epoch)
  const { address } = wallet.account
  const before = await chain.client.getBalance({ address })
  await page.getByRole('button', { name: '领取', exact: true }).click()
  await expect(log.getByRole('listitem').first()).toContainText(`领取成功：轮次 #${epoch}`)
  // The only bet of the round: the stake comes back, less the fee of the claim.
  const gained = (await chain.client.getBalance({ address })) - before
  expect(gained).toBeGreaterThan(parseEther('0.99'))
  await expect(page.getByText('还没有添加轮次')).toBeVisible()

  await page.getByRole('textbox', { name: '要领取的轮次' }).fill(`${epoch}`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '领取', exact: true }).click()
  await expect(log.getByRole('listitem').first()).toContainText('可能没有可领取的奖金，或已经领取')

  await checkPage(page, info, 'used')
})

test('the direct page is accessible and fits at every size', async ({ browser }, info) => {
  const chain = await openChainDriver()
  const player = await visitGame(browser, chain, { name: 'Some Wallet' })
  const { page } = player
  const monitor = await monitorPage(page)
  await page.goto('/direct-bet')
  await expect(page.getByRole('textbox', { name: '轮次 (Epoch)' })).not.toHaveValue('')
  await checkPage(page, info, 'fresh')
  await page.setViewportSize({ width: 1280, height: 800 })
  const [epoch, amount] = await Promise.all(
    ['轮次 (Epoch)', '金额 (BNB)'].map((name) => page.getByRole('textbox', { name }).boundingBox()),
  )
  expect([epoch?.y, epoch?.height]).toEqual([amount?.y, amount?.height])
  await page.getByRole('button', { name: '连接钱包' }).click()
  await expect(page.getByRole('dialog', { name: '连接钱包' })).toBeVisible()
  await checkPage(page, info, 'connect')
  await page.keyboard.press('Escape')
  await connectHere(player)
  await page.getByRole('button', { name: '领取', exact: true }).click()
  await expect(page.getByText('请至少添加一个轮次')).toBeVisible()
  await checkPage(page, info, 'connected')
  expectClean(monitor)
})

test('an unknown address shows a not-found page that leads back to the game', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  const { page } = await visitGame(browser, chain, { name: 'Lost Wallet' })
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'This seat is empty' })).toBeVisible()
  await expect(page).toHaveTitle(/not found/)
  await checkPage(page, info, 'not-found')
  await page.getByRole('link', { name: 'Go to the ring' }).click()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This seat is empty' })).toBeVisible()
})

/** Connects through the page's own card. */
async function connectHere({ page, wallet }: GameVisitor): Promise<void> {
  await page.getByRole('button', { name: '连接钱包' }).click()
  await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click()
  await expect(page.getByRole('region', { name: '钱包状态' })).toContainText(wallet.account.address)
}

/** Fills the claim list with one epoch, after inputs that it rejects. */
async function addEpochToClaim(page: Page, epoch: number): Promise<void> {
  const input = page.getByRole('textbox', { name: '要领取的轮次' })
  const chips = page.getByRole('list', { name: '待领取的轮次' })
  await input.fill('1.5')
  await page.getByRole('button', { name: '添加' }).click()
  await expect(page.getByRole('alert')).toHaveText('请输入有效的整数轮次')
  await input.fill('7')
  await page.keyboard.press('Enter')
  await input.fill(`${epoch}`)
  await page.keyboard.press('Enter')
  await expect(chips.getByRole('listitem')).toHaveCount(2)
  await input.fill(`${epoch}`)
  await page.getByRole('button', { name: '添加' }).click()
  await expect(page.getByRole('alert')).toContainText('已添加')
  await page.getByRole('button', { name: '移除轮次 #7' }).click()
  await expect(chips.getByRole('listitem')).toHaveText([`#${epoch}`])
}
