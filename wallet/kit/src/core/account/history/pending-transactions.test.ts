import type { Hex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import type { Asset } from '../asset.ts'
import { sentTransaction } from '../send/sent-transaction.ts'
import { createPendingTransactions, withPending } from './pending-transactions.ts'

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const COIN: Asset = {
  chainId: 56,
  address: null,
  name: 'BNB',
  symbol: 'BNB',
  decimals: 18,
  price: null,
  balance: 1n,
  iconUrl: null,
}

const hashOf = (id: number): Hex => `0x${`${id}`.padStart(64, '0')}`

function sent(id: number) {
  const transfers = [{ asset: COIN, amount: 5n * 10n ** 17n, direction: 'out' }] as const
  return sentTransaction({
    hash: hashOf(id),
    operationType: 'send',
    from: ALICE,
    to: BOB,
    transfers,
  })
}

describe('createPendingTransactions', () => {
  test.each([
    [true, 'confirmed', true],
    [false, 'failed', false],
  ] as const)('mined successfully %s: %s', async (isSuccess, status, result) => {
    const onMined = vi.fn()
    const chain = { isMined: () => Promise.resolve(isSuccess) }
    const pending = createPendingTransactions(chain, onMined)
    const tracked = pending.track(hashOf(1), 56, sent(1))
    expect(pending.getState().transactions[0]?.metadata.status).toBe('pending')
    expect(onMined).not.toHaveBeenCalled()
    expect(await tracked).toBe(result)
    expect(onMined).toHaveBeenCalledOnce()
    expect(pending.getState().transactions[0]?.metadata.status).toBe(status)
  })

  test('error: an unreachable node leaves it pending', async () => {
    const pending = createPendingTransactions({ isMined: () => Promise.reject(new Error('down')) })
    expect(await pending.track(hashOf(1), 56, sent(1))).toBe(true)
    expect(pending.getState().transactions[0]?.metadata.status).toBe('pending')
  })

  test('tracks 99 at most (R-ACCOUNT-8)', () => {
    const pending = createPendingTransactions({ isMined: () => new Promise(() => undefined) })
    for (let id = 1; id <= 100; id += 1) void pending.track(hashOf(id), 56, sent(id))
    const { transactions } = pending.getState()
    expect(transactions).toHaveLength(99)
    expect(transactions.map(({ id }) => id)).not.toContain(hashOf(1))
  })
})

describe('withPending', () => {
  test('adds what the history of the account does not list', () => {
    const listed = sent(1)
    expect(withPending([listed], [sent(2), sent(1)], ALICE.toLowerCase())).toEqual([
      { ...sent(2), metadata: expect.objectContaining({ hash: hashOf(2) }) },
      listed,
    ])
    expect(withPending([], [sent(2)], BOB)).toEqual([])
  })
})
