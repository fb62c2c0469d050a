import type { OracleRound } from '@bullring/prediction/oracle-round'
import type { UnixSeconds } from '@bullring/prediction/units'
import { toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OracleReader } from '../chain/oracle-reader.ts'
import { phaseOf } from '../chain/oracle-reader.ts'
import { findSettlingRound } from './find-settling-round.ts'

/** Times of a feed's rounds, one list per phase, phases counted from 1. */
type History = readonly (readonly number[])[]

const idOf = (phase: number, round: number) => (BigInt(phase) << 64n) | BigInt(round)

function feed(history: History) {
  const rounds = new Map<bigint, OracleRound>()
  history.forEach((times, index) => {
    times.forEach((time, position) => {
      const id = idOf(index + 1, position + 1)
      rounds.set(id, { id, price: toPriceE8(1n), updatedAt: toUnixSeconds(time) })
    })
  })
  let reads = 0
  const reader: OracleReader = {
    latestId: () => Promise.resolve(idOf(history.length, history.at(-1)?.length ?? 0)),
    roundById: (id) => {
      reads += 1
      return Promise.resolve(rounds.get(id) ?? null)
    },
  }
  return { reader, rounds, reads: () => reads }
}

/** Returns all rounds that the contract's rules accept for `lock`, trying one by one. */
function acceptable(history: History, lock: UnixSeconds): bigint[] {
  const { rounds } = feed(history)
  return [...rounds.values()]
    .filter(({ id, updatedAt }) => {
      const previous = rounds.get(id - 1n)
      const isFirst =
        updatedAt >= lock &&
        BigInt.asUintN(64, id) > 1n &&
        previous !== undefined &&
        previous.updatedAt < lock
      const laterPhases = history
        .map((_, index) => index + 1)
        .filter((p) => BigInt(p) > phaseOf(id))
      const isSuperseded = laterPhases.some((phase) => {
        const first = rounds.get(idOf(phase, 1))
        return first === undefined || first.updatedAt <= updatedAt
      })
      return isFirst && !isSuperseded
    })
    .map(({ id }) => id)
}

const find = (history: History, lock: number) =>
  findSettlingRound(feed(history).reader, toUnixSeconds(lock))

describe('findSettlingRound', () => {
  test('finds the first answer at or after the lock', async () => {
    expect(await find([[10, 20, 30]], 20)).toMatchObject({ kind: 'found', id: idOf(1, 2) })
    expect(await find([[10, 20, 30]], 21)).toMatchObject({ kind: 'found', id: idOf(1, 3) })
    expect(await find([[10, 20, 20, 20]], 20)).toMatchObject({ kind: 'found', id: idOf(1, 2) })
  })

  test('waits while the oracle has not answered since the lock', async () => {
    expect(await find([[10, 20]], 21)).toEqual({ kind: 'unanswered' })
    expect(await find([[10, 20], []], 15)).toEqual({ kind: 'unanswered' })
    expect(await find([[]], 15)).toEqual({ kind: 'unanswered' })
  })

  test('searches older phases, ignoring their rounds after the next phase began', async () => {
    expect(
      await find(
        [
          [10, 20, 50],
          [30, 60],
        ],
        15,
      ),
    ).toMatchObject({ kind: 'found', id: idOf(1, 2) })
    expect(
      await find(
        [
          [10, 20, 50],
          [30, 60],
        ],
        25,
      ),
    ).toEqual({ kind: 'unprovable' })
    expect(
      await find(
        [
          [10, 20, 50],
          [30, 60],
        ],
        31,
      ),
    ).toMatchObject({ kind: 'found', id: idOf(2, 2) })
  })

  test('reports unprovable when no earlier round proves the first answer', async () => {
    expect(await find([[20, 30]], 15)).toEqual({ kind: 'unprovable' })
    expect(await find([[10, 20], [30]], 25)).toEqual({ kind: 'unprovable' })
    expect(await find([[10, 20], [], [30]], 15)).toEqual({ kind: 'unprovable' })
  })

  test('needs few reads: 4 for a recent strike, a logarithmic number for an old one', async () => {
    const long = feed([Array.from({ length: 100_000 }, (_, index) => index * 10)])
    await findSettlingRound(long.reader, toUnixSeconds(999_985))
    expect(long.reads()).toBeLessThanOrEqual(4)
    await findSettlingRound(long.reader, toUnixSeconds(5_005))
    expect(long.reads()).toBeLessThan(50)
  })

  const times = (minLength: number) =>
    fc
      .array(fc.integer({ min: 1, max: 60 }), { minLength, maxLength: 25 })
      .map((list) => list.toSorted((a, b) => a - b))
  const histories = fc
    .tuple(fc.array(times(0), { maxLength: 3 }), times(0))
    .map(([older, newest]) => [...older, newest])

  test('property: finds exactly the round that the contract accepts', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 62 }), async (history, time) => {
        const lock = toUnixSeconds(time)
        const accepted = acceptable(history, lock)
        const result = await findSettlingRound(feed(history).reader, lock)
        expect(accepted.length).toBeLessThanOrEqual(1)
        expect(result.kind === 'found' ? [result.id] : []).toEqual(accepted)
      }),
      { numRuns: 5_000 },
    )
  })
})
