import type { RunningService } from '@bullring/server/run-service'
import fc from 'fast-check'
import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { attempt } from '../../testing/chain/play-at-random.ts'
import type { TestChain } from '../../testing/chain/start-test-chain.ts'
import { startTestChain } from '../../testing/chain/start-test-chain.ts'
import { waitUntilIndexed } from '../../testing/database/compare-index.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { get, startGameService } from '../../testing/start-game-service.ts'

const USD = 100_000_000n
const PHASE = 1n << 64n
const TOKEN = 'a-token-of-the-operator'
const ROUNDS = 8
const RUNS = inject('isDeep') ? 6 : 1
const AT_ONCE = 6

let chain: TestChain
let database: TestDatabase
let game: RunningService
let isRunning = false
let snapshot: unknown
/** Times of the oracle's answers, in the order of their ids. */
let answers: number[]

beforeAll(async () => {
  chain = await startTestChain()
  snapshot = await chain.rpc('evm_snapshot')
})

beforeEach(startAgain)

afterAll(async () => {
  await stop()
  await chain.stop()
})

async function startAgain() {
  await stop()
  await chain.rpc('evm_revert', [snapshot])
  snapshot = await chain.rpc('evm_snapshot')
  answers = []
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(chain, database.url, {
    METRICS_TOKEN: TOKEN,
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
  isRunning = true
}

async function stop() {
  if (!isRunning) return
  isRunning = false
  await game.stop()
  await database.drop()
}

type Read = { path: string; body: object }

/** Every cached read, with as many bodies as make its cases. */
function allReads(): Read[] {
  const epochs = Array.from({ length: ROUNDS }, (_, index) => index + 1)
  const perAccount = chain.traders.flatMap((user_address): Read[] => [
    { path: 'trades-by-user', body: { user_address } },
    { path: 'trades-by-user', body: { user_address, limit: 2 } },
    { path: 'trades-by-user', body: { user_address, symbol: 'ALL' } },
    { path: 'trades-by-user', body: { user_address, before_epoch: 3 } },
    { path: 'trade-stats', body: { user_address } },
    { path: 'profit-line', body: { user_address } },
  ])
  return [
    ...perAccount,
    ...epochs.map((epoch): Read => ({ path: 'round-info', body: { epoch } })),
    ...epochs.map((before_epoch): Read => ({ path: 'rounds', body: { before_epoch, limit: 3 } })),
    ...['round-info', 'rounds', 'current-epoch', 'live-round', 'recent-bets', 'leaderboard'].map(
      (path): Read => ({ path, body: {} }),
    ),
    { path: 'token-prices', body: { limit: 50 } },
  ]
}

async function respond({ path, body }: Read, query: string) {
  const response = await fetch(`${game.url}/api/${path}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { path, body, status: response.status, text: await response.text() }
}

/** Responses that may come from the cache. */
const cached = (reads: readonly Read[]) => respondAll(reads, '')
/** Responses that do not: the cache has none to a request with a query. */
const fresh = (reads: readonly Read[]) => respondAll(reads, '?fresh')

/** A few at a time, so that a busy machine refuses none. */
async function respondAll(reads: readonly Read[], query: string) {
  const responses: Awaited<ReturnType<typeof respond>>[] = []
  for (let start = 0; start < reads.length; start += AT_ONCE) {
    const some = reads.slice(start, start + AT_ONCE)
    responses.push(...(await Promise.all(some.map((read) => respond(read, query)))))
  }
  return responses
}

/** Waits until the service has the newest block, then compares what the cache responds with what the database has. */
async function expectFresh(reads = allReads()): Promise<void> {
  await waitUntilIndexed(chain, database.db)
  const differing = async () => {
    const [expected, found] = [await fresh(reads), await cached(reads)]
    return found.flatMap((response, index) =>
      JSON.stringify(response) === JSON.stringify(expected[index])
        ? []
        : [{ found: response, expected: expected[index] }],
    )
  }
  await expect.poll(differing, { timeout: 10_000, interval: 30 }).toEqual([])
}

/** Number of queries that requests have waited for. */
async function queries(): Promise<number> {
  const text = await (await get(game, '/metrics', { authorization: `Bearer ${TOKEN}` })).text()
  const counts = [...text.matchAll(/read_wait_seconds_count\S* (\d+)/g)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

const startOf = (epoch: number) =>
  chain.schedule.genesisTimestamp + (epoch - 1) * chain.schedule.intervalSeconds

async function newestTime(): Promise<number> {
  return Number((await chain.client.getBlock()).timestamp)
}

async function push(price: number, time: number): Promise<void> {
  const at = Math.max(time, (await newestTime()) + 1)
  await chain.push(BigInt(price) * USD, at)
  answers.push(at)
}

/** Settles a strike with the first answer since its time, as the contract asks. */
async function settle(epoch: number): Promise<void> {
  const index = answers.findIndex((at) => at >= startOf(epoch + 1))
  if (index >= 0) await attempt(chain.settle(epoch, PHASE + BigInt(index) + 1n))
}

async function bet(trader: number, epoch: number, isBull: boolean): Promise<void> {
  const account = chain.traders[trader] ?? '0x'
  await attempt(chain.bet(account, epoch, isBull ? 'bull' : 'bear', parseEther('1')))
}

/** Plays rounds 1 and 2 with the bets of two accounts, and settles round 1. */
async function playTwo(): Promise<void> {
  await push(599, startOf(1) + 10)
  for (const epoch of [1, 2]) {
    await bet(0, epoch, true)
    await bet(1, epoch, false)
    await push(600 + epoch, startOf(epoch + 1))
    await settle(epoch)
  }
  await chain.at(startOf(3) + 20)
  await chain.mine()
  await expectFresh()
}

const tradesOf = (trader: number): Read => ({
  path: 'trades-by-user',
  body: { user_address: chain.traders[trader] },
})

describe('cached reads', () => {
  test('cost no query after a block that does not concern them', async () => {
    await playTwo()
    await chain.claim(chain.traders[0] ?? '0x', [1])
    await bet(2, 3, true)
    await chain.at(startOf(4) + 20)
    await push(603, startOf(4) + 20)
    await settle(3)
    await chain.at(startOf(4) + 60)
    await chain.mine()
    const reads = [tradesOf(0), tradesOf(3), { path: 'round-info', body: { epoch: 1 } }]
    await expectFresh(reads)
    await bet(2, 4, true)
    await push(604, startOf(4) + 90)
    await chain.mine(2)
    await waitUntilIndexed(chain, database.db)
    const before = await queries()
    await cached(reads)
    expect(await queries()).toBe(before)
    await expectFresh()
  })

  test('have a bet of the account, and of another account in the same round', async () => {
    await playTwo()
    await bet(0, 3, true)
    await expectFresh()
    await bet(3, 3, false)
    await expectFresh()
    const [trades] = await cached([tradesOf(0)])
    expect(trades?.text).toContain('"total_amount":"2"')
  })

  test('have the end of a round, a claim, and what a reorg undid', async () => {
    await playTwo()
    await bet(0, 3, true)
    await bet(1, 3, false)
    await push(630, startOf(4))
    await expectFresh()
    await settle(3)
    await expectFresh()
    await push(640, startOf(5))
    await settle(4)
    await chain.at(startOf(5) + 20)
    await chain.mine()
    await expectFresh()
    await chain.claim(chain.traders[0] ?? '0x', [3])
    await expectFresh()
    await chain.rpc('anvil_reorg', [1, []])
    await expectFresh()
    await chain.rpc('anvil_reorg', [6, []])
    await expectFresh()
  })

  test('property: equal those of the database after each of random events', async () => {
    const trader = fc.nat({ max: 3 })
    const event = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('bet'), trader, flag: fc.boolean() }) },
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('next'), trader, flag: fc.boolean() }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('claim'), trader, flag: fc.boolean() }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constantFrom('settle', 'reorg', 'fee', 'price', 'mine', 'wait'),
          trader,
          flag: fc.boolean(),
        }),
      },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 30, maxLength: 30 }), async (events) => {
        await startAgain()
        // No reorg is deep enough to undo the contract.
        await chain.mine(10)
        await push(599, startOf(1) + 10)
        for (const { kind, trader: number, flag } of events) {
          await act(kind, number, flag)
          await expectFresh()
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  }, 600_000)
})

/** Lets an event of the chain happen in the round that is open. */
async function act(kind: string, number: number, flag: boolean): Promise<void> {
  const time = await newestTime()
  const { intervalSeconds } = chain.schedule
  const open = Math.floor((time - startOf(1)) / intervalSeconds) + 1
  switch (kind) {
    case 'bet':
      return await bet(number, open, flag)
    case 'next': {
      await push(600 + number, startOf(open + 1))
      if (flag) await settle(open)
      return
    }
    case 'settle':
      return await settle(Math.max(open - 1 - number, 1))
    case 'claim':
      await attempt(
        chain.claim(chain.traders[number] ?? '0x', [Math.max(open - (flag ? 2 : 3), 1)]),
      )
      return
    case 'price':
      return await push(590 + number, time + 1)
    case 'fee':
      await attempt(chain.setFee(100 * number))
      return
    case 'reorg':
      await chain.rpc('anvil_reorg', [number + (flag ? 1 : 4), []])
      await keepAnswersOfChain()
      return
    case 'wait':
      await chain.at(time + intervalSeconds * (number + 1))
      await chain.mine()
      return
    default:
      await chain.mine(number + 1)
  }
}

/** A reorg may have removed the oracle's newest answers. */
async function keepAnswersOfChain(): Promise<void> {
  const time = await newestTime()
  answers = answers.filter((at) => at <= time)
}
