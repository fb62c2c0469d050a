import { expect, type Locator, type Page } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { bet, connect, openPlayer, picture } from '../support/player.ts'
import { test } from '../support/visit.ts'

const ROWS = 10_000
/** Every so many rows there is one to collect. */
const UNCOLLECTED_EACH = 1_000
const CALL = '/api/trades-by-user'

type Bet = Readonly<Record<string, unknown>>

test('ten thousand bets scroll to the first one, few of them drawn at a time', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await openPlayer(browser, chain, 'Tireless Wallet')
  const { page } = player
  await connect(player)
  const placed = betOf(page)
  await bet(page, 'UP', '0.01')
  await haveHistoryOf(page, await placed)
  await page.reload()

  await page.getByRole('button', { name: 'History' }).click()
  const drawer = page.getByRole('dialog', { name: 'History' })
  const list = drawer.getByRole('region', { name: 'Rounds' })
  const first = list.getByRole('button', { name: `#${ROWS}` })
  await first.click()
  await expect(list).toContainText('Round History')

  await scrollToEnd(list)
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

/** What the page is told of its visitor's one bet. */
async function betOf(page: Page): Promise<Bet> {
  const answer = await page.waitForResponse(
    async (response) =>
      response.url().endsWith(CALL) && response.ok() && (await response.text()) !== '[]',
  )
  const [bet] = (await answer.json()) as Bet[]
  if (bet === undefined) throw new Error('There is no bet')
  return bet
}

/** Lets the account have a long past: its one real bet, again and again, in the server's own pages. */
async function haveHistoryOf(page: Page, bet: Bet): Promise<void> {
  await page.route(`**${CALL}`, (route) => {
    const { limit, before_epoch: before } = route.request().postDataJSON() as {
      limit: number
      before_epoch?: number
    }
    const newest = (before ?? ROWS + 1) - 1
    const length = Math.min(limit, newest)
    return route.fulfill({ json: Array.from({ length }, (_, index) => betIn(bet, newest - index)) })
  })
}

function betIn(bet: Bet, epoch: number): Bet {
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
}

/** Goes on scrolling while there is more below; in the page, so that only the page takes time. */
async function scrollToEnd(list: Locator): Promise<void> {
  await list.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const step = () => {
          element.scrollTo(0, element.scrollHeight)
          if (element.querySelector('[role="status"]') === null) resolve()
          else requestAnimationFrame(step)
        }
        step()
      }),
  )
}
