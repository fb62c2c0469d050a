import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { toChanged } from '../../stream/events/changed.ts'
import type { Change } from '../../stream/events/to-events.ts'
import { MarketChanges } from './market-changes.ts'

const ALICE = Buffer.alloc(20, 0xa1)
const BOB = Buffer.alloc(20, 0xb0)
const account = (bytes: Buffer) => `0x${bytes.toString('hex')}`
const bet = (epoch: number, accounts: Buffer): Change => ({
  kind: 'bet',
  epoch: toEpoch(epoch),
  accounts,
})
const price = (oracleRoundId: bigint): Change => ({ kind: 'price', oracleRoundId })

/** Returns which of some parts the steps change, after a first one with answer 5. */
function changedBy(...steps: Change[][]) {
  const changes = new MarketChanges()
  changes.add(toChanged([price(5n)]))
  const { step } = changes
  for (const rows of steps) changes.add(toChanged(rows))
  const isChanged = (name: string | null, epochs: number[] = []) =>
    changes.isChangedSince(step, { symbol: 'BNB', account: name, epochs, holdsAt: null })
  return {
    alice: isChanged(account(ALICE)),
    bob: isChanged(account(BOB)),
    rounds: [1, 2, 3, 4].filter((epoch) => isChanged(null, [epoch])),
  }
}

const NOTHING = { alice: false, bob: false, rounds: [] }
const EVERYTHING = { alice: true, bob: true, rounds: [1, 2, 3, 4] }

describe('MarketChanges', () => {
  test.each<[string, Change[], object]>([
    ['a block', [{ kind: 'block', timestamp: toUnixSeconds(1) }], NOTHING],
    ['a bet', [bet(3, ALICE)], { alice: true, bob: false, rounds: [3] }],
    ['bets', [bet(3, Buffer.concat([ALICE, BOB]))], { alice: true, bob: true, rounds: [3] }],
    [
      'a claim',
      [{ kind: 'claim', epoch: toEpoch(1), accounts: BOB }],
      { alice: false, bob: true, rounds: [] },
    ],
    ['a strike', [{ kind: 'strike', epoch: toEpoch(3) }], { ...NOTHING, rounds: [2, 3] }],
    ['a start', [{ kind: 'start', epoch: toEpoch(3) }], { ...NOTHING, rounds: [2, 3] }],
    ['a round without its accounts', [{ kind: 'round', epoch: toEpoch(3) }], EVERYTHING],
    ['a reset', [bet(3, ALICE), { kind: 'reset' }], EVERYTHING],
    ['newer answers', [price(6n), price(7n)], NOTHING],
    ['an answer before known ones', [price(4n)], EVERYTHING],
  ])('knows what %s changes', (_, rows, expected) => {
    expect(changedBy(rows)).toEqual(expected)
  })

  test('forgets no change in later steps', () => {
    const found = changedBy([bet(3, ALICE)], [bet(4, BOB)], [])
    expect(found).toEqual({ alice: true, bob: true, rounds: [3, 4] })
  })

  test('follows the answers of another feed after its first one', () => {
    const changes = new MarketChanges()
    changes.add(toChanged([price(500n)]))
    changes.add(toChanged([{ kind: 'reset' }]))
    changes.add(toChanged([price(3n)]))
    const { step } = changes
    changes.add(toChanged([price(4n)]))
    const part = { symbol: 'BNB', account: account(ALICE), epochs: [1], holdsAt: null }
    expect(changes.isChangedSince(step, part)).toBe(false)
  })

  test('takes everything for changed when it holds too much', () => {
    const many = Buffer.alloc(20 * 100_001)
    for (let index = 0; index < 100_001; index += 1) many.writeUInt32BE(index, 20 * index)
    expect(changedBy([bet(9, many)])).toEqual(EVERYTHING)
  })

  test('takes the first answer for one that may precede others', () => {
    const changes = new MarketChanges()
    changes.add(toChanged([price(5n)]))
    const part = { symbol: 'BNB', account: null, epochs: [1], holdsAt: null }
    expect(changes.isChangedSince(0, part)).toBe(true)
  })
})
