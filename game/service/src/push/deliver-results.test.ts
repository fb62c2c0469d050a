import { expect, test } from 'vitest'
import { createResultReader, type DecidedRound } from './deliver-results.ts'
import type { ReservedBet } from './push.queries.ts'

const REFUND: DecidedRound = {
  state: { kind: 'refund' } as DecidedRound['state'],
  resultOf: () => {
    throw new Error('not needed for refunds')
  },
}

const KEYS = {
  symbol: 'BNB',
  isFailing: false,
  p256dh: Buffer.alloc(65),
  auth: Buffer.alloc(16),
}

const betOn = (epoch: number, endpoint: string): ReservedBet => ({
  receiver: { ...KEYS, endpoint },
  epoch,
  position: 'bull',
  amount: 10n ** 18n,
})

test('returns the newest result of each browser, and reads bets again once another round is decided', async () => {
  const decided = new Map([[1, REFUND]])
  const reads: (readonly number[])[] = []
  const read = createResultReader({
    market: '0x',
    openEpoch: () => Promise.resolve(4),
    findDecided: () => Promise.resolve(decided),
    reserve: (epochs) => {
      reads.push(epochs)
      if (reads.length === 1) return Promise.reject(new Error('no database'))
      return Promise.resolve(epochs.flatMap((epoch) => [betOn(epoch, 'a'), betOn(epoch, 'b')]))
    },
    prune: () => Promise.resolve(),
  })
  await expect(read()).rejects.toThrow('no database')
  expect(await read()).toHaveLength(2)
  expect(await read()).toEqual([])
  decided.set(2, REFUND)
  const messages = await read()
  const result = { symbol: 'BNB', market: '0x', epoch: 2, kind: 'refunded', amount: '1.0000' }
  expect(messages.map((message) => message.result)).toEqual([result, result])
  expect(reads).toEqual([[1], [1], [1, 2]])
})
