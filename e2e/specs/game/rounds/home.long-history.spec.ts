import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import {
  connectWallet,
  type GameVisitor,
  visitGame,
} from '../../../support/visitor/game-visitor.ts'
import { bet, takePicture } from '../../../support/visitor/page-actions.ts'

const ROWS = process.env['TEST_DEEP'] === '1' ? 10_000 : 1_000
/** One of this many rows is uncollected. */
const UNCOLLECTED_EACH = ROWS / 10
const CALL = '/api/trades-by-user'

/** Time between two bets: at the same time, all of them would be drawn on the chart. */
const SECONDS_APART = 300

type Bet = Readonly<Record<string, unknown>> & { readonly placed_at: number }

test('a long history scrolls to the first bet, drawing few rows at a time', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await visitGame(browser, chain, { name: 'Tireless Wallet' })
  const { page } = player
  await connectWallet(player)
  await bet(page, 'UP', '0.01')
  await repeatInHistory(page, await betOf(player))
  await page.goto('about:blank')
  await page.goto('/')

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
  expect(await drawer.locator('*').count()).toBeLessThan(1_500)
  await takePicture(page, info, 'end')
  const frames = await framesWhileScrolling(page, list)
  info.annotations.push({ type: 'frames', description: JSON.stringify(frames) })
  expect(frames.mostRows).toBeLessThan(60)

  await list.evaluate((element) => element.scrollTo(0, 0))
  await expect(first).toHaveAttribute('aria-expanded', 'true')

  await drawer.getByRole('radio', { name: 'Uncollected' }).check({ force: true })
  await expect(list.getByRole('listitem')).toHaveCount(ROWS / UNCOLLECTED_EACH)
  await expect(drawer).toContainText('0.2000 BNB')
  await expect(drawer.getByText('Total of the day').first()).toContainText('Total of the day')
  await takePicture(page, info, 'uncollected')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Save all bets as a CSV file' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^bullring-0x[0-9a-fA-F]{8}-.*\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(/^round,placed_at,direction,stake_bnb,/)
  expect(lines).toHaveLength(ROWS + 2)
  expect(lines[1]).toMatch(new RegExp(`^${ROWS},\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z,UP,0.01,win,0.01,`))

  await drawer.getByRole('searchbox').fill('7')
  await expect(list.getByRole('button', { name: /#7(?!\d)/ })).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

/** Returns the visitor's one bet as the page receives it. */
async function betOf({ page, wallet }: GameVisitor): Promise<Bet> {
  const body = { user_address: wallet.address, limit: 1 }
  let placed: Bet[] = []
  await expect
    .poll(async () => {
      placed = (await (await page.request.post(CALL, { data: body })).json()) as Bet[]
      return placed.length
    })
    .toBe(1)
  const [first] = placed
  if (first === undefined) throw new Error('The bet has not been found')
  return first
}

/** Gives the account a long history: its one real bet many times, in pages as the server sends them. */
async function repeatInHistory(page: Page, bet: Bet): Promise<void> {
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
    placed_at: bet.placed_at - (ROWS - epoch) * SECONDS_APART,
    state: 'settled',
    is_win: isUncollected,
    win_amount: isUncollected ? '0.01' : '0',
    claim_amount: isUncollected ? '0.02' : '0',
    returned_amount: '0',
  }
}

type Frames = { averageMs: number; cpuMs: number; mostRows: number }

/** Distance that a fast swipe scrolls in a frame. */
const SWIPE_PX = 240
const FRAMES = 200

/** Scrolls up like a fast swipe. Times depend on the machine: reported only. */
async function framesWhileScrolling(page: Page, list: Locator): Promise<Frames> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpuSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await cpuSeconds()
  const measured = await list.evaluate(scrollInFrames, { frames: FRAMES, distance: SWIPE_PX })
  return { ...measured, cpuMs: (((await cpuSeconds()) - before) * 1_000) / FRAMES }
}

/** Runs in the page. */
function scrollInFrames(
  element: Element,
  { frames, distance }: { frames: number; distance: number },
): Promise<Pick<Frames, 'averageMs' | 'mostRows'>> {
  return new Promise((resolve) => {
    const start = performance.now()
    let mostRows = 0
    let left = frames
    const step = () => {
      element.scrollBy(0, -distance)
      mostRows = Math.max(mostRows, element.querySelectorAll('li').length)
      left -= 1
      if (left > 0) requestAnimationFrame(step)
      else resolve({ averageMs: (performance.now() - start) / frames, mostRows })
    }
    requestAnimationFrame(step)
  })
}

/** Scrolls while there is more below; in the page, without a round trip per step. */
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
