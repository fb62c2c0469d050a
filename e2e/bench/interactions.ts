import type { Browser, Page } from '@playwright/test'
import { parseEther } from 'viem'
import { setBalance } from '../support/chain/chain-driver.ts'
import { GAME_CHAIN } from '../support/visitor/game-visitor.ts'
import { returningVisitor } from '../support/visitor/returning-visitor.ts'
import { installWallet } from '../support/wallet/test-wallet.ts'
import { openPhone } from './slow-start.ts'

/** Milliseconds from a visitor's action to the next paint, by the name of the action. */
export type Interactions = ReadonlyMap<string, number>

/** Time for the paint after an action and for what it loads. */
const SETTLE_MS = 2_500

/** Time in which a page loads its code for the first click. */
const QUIET_MS = 6_000

/** Plays one round on a phone with a slow processor, by touch and keyboard, and times every action. */
export async function measureInteractions(
  browser: Browser,
  url: string,
  rpcUrl: string,
): Promise<Interactions> {
  const { page } = await openPhone(browser, { storageState: returningVisitor(url) })
  const nodes = { [GAME_CHAIN]: rpcUrl }
  const wallet = await installWallet(page.context(), { name: 'Fox', nodes, known: [GAME_CHAIN] })
  await setBalance(rpcUrl, wallet.address, parseEther('10'))
  await page.addInitScript(recordInteractions)
  await page.goto(url)
  await page.getByRole('timer', { name: 'Countdown' }).waitFor()
  await page.waitForTimeout(QUIET_MS)
  const times = new Map<string, number>()
  const time = async (name: string, act: () => Promise<unknown>) => {
    await page.evaluate(() => Reflect.set(window, 'longestInteraction', 0))
    await act()
    await page.waitForTimeout(SETTLE_MS)
    times.set(name, await page.evaluate(() => Reflect.get(window, 'longestInteraction')))
  }
  await playRound(page, time)
  await page.context().close()
  return times
}

type Time = (name: string, act: () => Promise<unknown>) => Promise<void>

async function playRound(page: Page, time: Time): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const dialog = page.getByRole('dialog')
  const close = () => page.keyboard.press('Escape')
  await time('connect', () => button('Connect Wallet').tap())
  await time('choose the wallet', () => dialog.getByRole('button', { name: 'Fox' }).tap())
  await time('open the bet', () => button('Enter UP').tap())
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  await time('focus the amount', () => amount.tap())
  await time('type', () => amount.pressSequentially('0.05'))
  await time('preset', () =>
    dialog.getByRole('group', { name: 'Amount' }).getByRole('button').first().tap(),
  )
  await time('details', () => dialog.getByText('Details').tap())
  await time('slider', () => dialog.getByRole('slider').press('ArrowRight'))
  await time('confirm', () => dialog.getByRole('button', { name: /^Confirm/ }).tap())
  await time('history', () => button('History').tap())
  await time('close', close)
  await time('stats', () => button('Stats').tap())
  await close()
  await page.getByRole('combobox', { name: 'Market' }).focus()
  await time('another market', () => page.keyboard.press('ArrowDown'))
}

/** Runs in the page: records the longest interaction (Event Timing). */
function recordInteractions(): void {
  Reflect.set(window, 'longestInteraction', 0)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const longest: number = Reflect.get(window, 'longestInteraction' as never)
      if (entry.interactionId > 0 && entry.duration > longest)
        Reflect.set(window, 'longestInteraction', entry.duration)
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
