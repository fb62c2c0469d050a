import { expect, type Locator, type Page } from '@playwright/test'
import { openChainDriver } from './chain-driver.ts'
import { bet, connect, openPlayer, picture } from './player.ts'
import { test } from './visit.ts'

const ROWS = 10_000
/** Every so many rows there is one to collect. */
const UNCOLLECTED_EACH = 1_000

test('ten thousand bets scroll to the first one, few of them drawn at a time', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await openPlayer(browser, chain, 'Tireless Wallet')
  const { page } = player
  await connect(player)
  await bet(page, 'UP', '0.01')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await haveBet(page)
  await page.reload()

  await page.getByRole('button', { name: 'History' }).click()
  const drawer = page.getByRole('dialog', { name: 'History' })
  const list = drawer.getByRole('region', { name: 'Rounds' })
  const first = list.getByRole('button', { name: `#${ROWS}` })
  await first.click()
  await expect(list).toContainText('Round History')

  await scrollToEnd(page, list)
  await expect(list.getByRole('button', { name: /#1(?!\d)/ })).toBeVisible()
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)
  await expect(list.getByRole('listitem').last()).toHaveAttribute('aria-setsize', `${ROWS}`)
  await picture(page, info, 'end')

  await list.evaluate((element) => element.scrollTo(0, 0))
  await expect(first).toHaveAttribute('aria-expanded', 'true')

  await drawer.getByRole('radio', { name: 'Uncollected' }).check({ force: true })
  await expect(list.getByRole('listitem')).toHaveCount(ROWS / UNCOLLECTED_EACH)
  await expect(drawer).toContainText('0.2000 BNB')
  await picture(page, info, 'uncollected')
})

/** Lets the account have a long past: its one real bet, again and again, in the server's own pages. */
async function haveBet(page: Page): Promise<void> {
  await page.route('**/api/trades-by-user', async (route) => {
    const { limit, before_epoch: before } = route.request().postDataJSON() as {
      limit: number
      before_epoch?: number
    }
    const response = await route.fetch({
      postData: { ...route.request().postDataJSON(), before_epoch: undefined },
    })
    const [bet] = (await response.json()) as Record<string, unknown>[]
    const newest = (before ?? ROWS + 1) - 1
    const json = Array.from({ length: Math.min(limit, newest) }, (_, index) => {
      const epoch = newest - index
      const isUncollected = epoch % UNCOLLECTED_EACH === 0
      return {
        ...bet,
        epoch,
        round_id: epoch,
        state: 'settled',
        is_win: isUncollected,
        win_amount: isUncollected ? '0.01' : '0',
        claim_amount: isUncollected ? '0.02' : '0',
      }
    })
    await route.fulfill({ response, json })
  })
}

/** Goes on scrolling while there is more below. */
async function scrollToEnd(page: Page, list: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
        await page.waitForTimeout(50)
        return list.getByRole('status').count()
      },
      { intervals: [50], timeout: 120_000 },
    )
    .toBe(0)
}
