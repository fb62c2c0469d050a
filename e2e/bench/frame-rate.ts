import { callRpc } from '@bullring/stack/chain/anvil'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import type { LocalGame } from '@bullring/stack/local-game'
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { encodeFunctionData, parseAbi } from 'viem'
import { driveChain } from '../support/chain/chain-driver.ts'
import { betOfVisitor } from './player.ts'

/** Frames during a period. */
export type FrameRate = {
  framesPerSecond: number
  longestMs: number
  /** Share of the time in which the page's thread was busy, 0 to 1. */
  busy: number
  /** Server-sent events that arrived meanwhile. */
  events: number
}

const feedAbi = parseAbi(['function push(int256 answer) returns (uint80)'])
const BASE_PRICE = 860_00000000n
const PRICE_STEP = 1_000_000n
/** Prices of a block, with one bet. */
const BATCH = 100
/** Number of the first visitor who bets. */
const FIRST_TURN = 1_000
const BATCH_EVERY_MS = 900
/** Time for the index to publish the last block. */
const TAIL_MS = 3_000

/**
 * Measures the frames of the main screen: first while only the countdown runs, then while the oracle
 * reports `prices` prices in a row, each of which the server sends as a separate event, and visitors bet.
 *
 * @param storage - Of the visitor, who else comes for the first time.
 */
export async function measureFrames(
  browser: Browser,
  url: string,
  localGame: LocalGame,
  prices: number,
  storage?: BrowserContextOptions['storageState'],
): Promise<{ still: FrameRate; live: FrameRate }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ...(storage !== undefined && { storageState: storage }),
  })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Performance.enable')
  await devTools.send('Network.enable')
  await page.goto(url, { waitUntil: 'load' })
  await page.getByRole('timer', { name: 'Countdown' }).waitFor()
  await page.waitForTimeout(5_000)
  const still = await during(page, devTools, () => page.waitForTimeout(5_000))
  const live = await during(page, devTools, async () => {
    await pushPrices(localGame, prices)
    await page.waitForTimeout(TAIL_MS)
  })
  await context.close()
  return { still, live }
}

async function during(
  page: Page,
  devTools: CDPSession,
  act: () => Promise<void>,
): Promise<FrameRate> {
  let events = 0
  const count = () => {
    events += 1
  }
  devTools.on('Network.eventSourceMessageReceived', count)
  const busyBefore = await busySeconds(devTools)
  await page.evaluate(startFrames)
  await act()
  const frames = await page.evaluate(stopFrames)
  const busyAfter = await busySeconds(devTools)
  devTools.off('Network.eventSourceMessageReceived', count)
  const totalMs = frames.reduce((sum, frame) => sum + frame, 0)
  return {
    framesPerSecond: (frames.length / totalMs) * 1_000,
    longestMs: Math.max(...frames),
    busy: ((busyAfter - busyBefore) * 1_000) / totalMs,
    events,
  }
}

async function busySeconds(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** Runs in the page: starts recording frames. */
function startFrames(): void {
  const frames: number[] = []
  let last = performance.now()
  const note = (now: number) => {
    frames.push(now - last)
    last = now
    Reflect.set(window, 'frameTimer', requestAnimationFrame(note))
  }
  Reflect.set(window, 'frames', frames)
  Reflect.set(window, 'frameTimer', requestAnimationFrame(note))
}

/** Runs in the page: returns the milliseconds between frames. */
function stopFrames(): number[] {
  cancelAnimationFrame(Reflect.get(window, 'frameTimer'))
  // The first one is shorter: recording starts between two frames.
  const frames: number[] = Reflect.get(window, 'frames' as never)
  return frames.slice(1)
}

async function pushPrices(game: LocalGame, prices: number): Promise<void> {
  const { rpcUrl, market } = game
  const chain = driveChain(game)
  const from = localAccounts(0).oracle.address
  for (let sent = 0; sent < prices; sent += BATCH) {
    const startedAt = Date.now()
    for (let index = sent; index < Math.min(sent + BATCH, prices); index += 1) {
      const price = BASE_PRICE + BigInt(index % 97) * PRICE_STEP
      const data = encodeFunctionData({ abi: feedAbi, functionName: 'push', args: [price] })
      await callRpc(rpcUrl, 'eth_sendTransaction', [{ from, to: market.oracle, data }])
    }
    await betOfVisitor(game, { epoch: await chain.openEpoch(), turn: FIRST_TURN + sent })
    const left = BATCH_EVERY_MS - (Date.now() - startedAt)
    if (left > 0) await new Promise((done) => setTimeout(done, left))
  }
}
