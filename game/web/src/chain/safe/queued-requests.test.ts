import { toEpoch, toWei } from '@bullring/prediction/units'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import type { Awaited } from '../wallet/returned-request.ts'
import { openSafe } from './open-safe.ts'
import { notQueued } from './queued-requests.ts'
import { safe, setSafe } from './safe.ts'

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

test('keeps those of a bet that came to nothing, and all outside of Safe', () => {
  safe()?.keep(ID, BET)
  safe()?.queue.mark(ID, 'late')
  expect(left()).toEqual([FIRST, SECOND])
  setSafe(null)
  expect(left()).toEqual([FIRST, SECOND])
})
