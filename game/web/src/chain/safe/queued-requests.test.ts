import { toEpoch, toWei } from '@bullring/prediction/units'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Config } from 'wagmi'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { claimAndBet, placeBet } from '../contract/prediction-contract.ts'
import type { Awaited } from '../wallet/returned-request.ts'
import { BetQueuedError } from './bet-queued-error.ts'
import { openSafe } from './open-safe.ts'
import { notQueued, refuseSecondBet } from './queued-requests.ts'
import { safe, setSafe } from './safe.ts'
import { createSafeQueue } from './safe-queue.ts'

const ID = `0x${'01'.repeat(32)}` as const
const { prediction, oracle: account } = TEST_MARKET
const player = { account, prediction }
const [FIRST, SECOND] = [toEpoch(3n), toEpoch(5n)] as const

const CLAIM = {
  kind: 'claim',
  account,
  parts: [{ prediction, epochs: [FIRST] }],
  isBatch: false,
} as const
const BET = {
  kind: 'bet',
  prediction,
  bet: { account, epoch: toEpoch(7n), position: 'bull', amount: toWei(5n), collect: [FIRST] },
} as const

beforeEach(() => {
  localStorage.clear()
  openSafe(window)
})
afterEach(() => setSafe(null))

const left = (of = player) => notQueued([FIRST, SECOND], of)

test.each<[string, Awaited]>([
  ['a claim', CLAIM],
  ['a bet', BET],
])('leaves out the rounds that %s collects already', (_, awaited) => {
  safe()?.keep(ID, awaited)
  expect(left()).toEqual([SECOND])
  expect(left({ ...player, account: prediction })).toEqual([FIRST, SECOND])
  expect(left({ ...player, prediction: account })).toEqual([FIRST, SECOND])
})

test('refuses a second bet on a round, which another tab may have sent', () => {
  const queue = createSafeQueue(localStorage)
  queue.add({ id: ID, awaited: BET, state: 'confirming' })
  const { epoch } = BET.bet
  expect(() => refuseSecondBet({ ...player, epoch })).toThrow(BetQueuedError)
  for (const [of, round] of [
    [player, FIRST],
    [{ ...player, account: prediction }, epoch],
    [{ ...player, prediction: account }, epoch],
  ] as const) {
    expect(() => refuseSecondBet({ ...of, epoch: round })).not.toThrow()
  }
  queue.mark(ID, 'late')
  expect(() => refuseSecondBet({ ...player, epoch })).not.toThrow()
})

test('sends no second bet', async () => {
  safe()?.keep(ID, BET)
  const market = { prediction, chainId: 56 }
  const config = {} as Config
  await expect(placeBet(config, market, BET.bet)).rejects.toBeInstanceOf(BetQueuedError)
  const batch = claimAndBet(config, market, BET.bet, () => undefined)
  await expect(batch).rejects.toBeInstanceOf(BetQueuedError)
})

test('keeps those of a bet that came to nothing, and all outside of Safe', () => {
  safe()?.keep(ID, BET)
  safe()?.queue.mark(ID, 'late')
  expect(left()).toEqual([FIRST, SECOND])
  setSafe(null)
  expect(left()).toEqual([FIRST, SECOND])
})
