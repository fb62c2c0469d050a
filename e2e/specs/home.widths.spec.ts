import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { connectWallet, visitGame } from '../support/game-visitor.ts'
import { test } from '../support/test.ts'

/** Returns how far the top bar and the page run over their right edges, in pixels. */
function overflow(page: Page): Promise<{ bar: number; page: number }> {
  return page.evaluate(() => {
    const bar = document.querySelector('header')?.firstElementChild
    if (!bar) throw new Error('no top bar')
    const edges = [...bar.children].map((child) => child.getBoundingClientRect().right)
    const root = document.documentElement
    return {
      bar: Math.max(0, Math.max(...edges) - bar.getBoundingClientRect().right),
      page: root.scrollWidth - root.clientWidth,
    }
  })
}

test('the top bar of a rich player fits at every width', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await visitGame(browser, chain, { name: 'Rich Wallet', coins: '98765.4321098' })
  await connectWallet(player)
  await expect(player.page.getByText(/^98,?765\.43/).first()).toBeAttached()
  const tooWide: Record<number, unknown> = {}
  for (let width = 280; width <= 1_280; width += 20) {
    await player.page.setViewportSize({ width, height: 900 })
    const { bar, page } = await overflow(player.page)
    if (bar > 0 || page > 0) tooWide[width] = { bar, page }
  }
  expect(tooWide).toEqual({})
})
