import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  ContractFunctionRevertedError,
  createClient,
  custom,
  numberToHex,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { waitUntilMined } from './wait-until-mined.ts'

const player = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const market = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const HASH = `0x${'01'.repeat(32)}` as const
const NEXT_HASH = `0x${'02'.repeat(32)}` as const
const sent = { hash: HASH, from: player, nonce: '0x7', to: market, value: '0x5', input: '0x57fb' }

/** A client of a chain that knows the sent transaction and has mined only `mined`. */
function chainWith(
  mined: typeof sent | (Omit<typeof sent, 'hash'> & { hash: string }),
  status = 1,
) {
  const results: Record<string, (hash: unknown) => unknown> = {
    eth_blockNumber: () => '0x9',
    eth_getTransactionByHash: () => sent,
    eth_getTransactionReceipt: (hash) =>
      hash === mined.hash ? { transactionHash: hash, status: numberToHex(status), logs: [] } : null,
    eth_getBlockByNumber: () => ({ number: '0x9', transactions: [mined] }),
  }
  return createClient({
    transport: custom({
      request: async ({ method, params }) => results[method]?.(params?.[0]) ?? null,
    }),
    pollingInterval: 5,
  })
}

/** A client of a chain that mines nothing. */
function chainWithout(known: { transaction: object | null }) {
  const results: Record<string, () => unknown> = {
    eth_blockNumber: () => '0x9',
    eth_getTransactionByHash: () => known.transaction,
    eth_getBlockByNumber: () => ({ number: '0x9', transactions: [] }),
  }
  return createClient({
    transport: custom({ request: async ({ method }) => results[method]?.() ?? null }),
    pollingInterval: 10_000,
  })
}

const wait = (client: ReturnType<typeof chainWith>) =>
  waitUntilMined(client, { hash: HASH, functionName: 'betBull' })

describe('waitUntilMined', () => {
  test('returns the hash of a successful call', async () => {
    expect(await wait(chainWith(sent))).toBe(HASH)
  })

  test('returns the new hash of a call that was sped up', async () => {
    expect(await wait(chainWith({ ...sent, hash: NEXT_HASH }))).toBe(NEXT_HASH)
  })

  test('error: reverted', async () => {
    const failed = wait(chainWith(sent, 0))
    await expect(failed).rejects.toBeInstanceOf(ContractFunctionRevertedError)
  })

  test('error: sped up and reverted', async () => {
    const failed = wait(chainWith({ ...sent, hash: NEXT_HASH }, 0))
    await expect(failed).rejects.toBeInstanceOf(ContractFunctionRevertedError)
  })

  test('error: cancelled by an empty transfer to oneself', async () => {
    const nothing = { ...sent, hash: NEXT_HASH, to: player, value: '0x0', input: '0x' }
    await expect(wait(chainWith(nothing))).rejects.toBeInstanceOf(UserRejectedRequestError)
  })

  test('error: replaced by another transaction', async () => {
    const other = { ...sent, hash: NEXT_HASH, value: '0x6' }
    await expect(wait(chainWith(other))).rejects.toBeInstanceOf(TransactionReplacedError)
  })

  describe('a call that the node no longer knows', () => {
    async function outcomeAfter(isDone: () => Promise<boolean>) {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      const known: { transaction: object | null } = { transaction: sent }
      const call = { hash: HASH, functionName: 'betBull', isDone } as const
      const end = waitUntilMined(chainWithout(known), call).catch((error: unknown) => error)
      const onEnd = vi.fn()
      void end.then(onEnd)
      await vi.advanceTimersByTimeAsync(1_000_000)
      expect(onEnd).not.toHaveBeenCalled()
      known.transaction = null
      await vi.advanceTimersByTimeAsync(310_000)
      return await end
    }

    test('error: ends in an unknown outcome, not while the node knows it', async () => {
      const end = await outcomeAfter(() => Promise.resolve(false))
      expect(end).toBeInstanceOf(OutcomeUnknownError)
    })

    test('is done where the chain shows its effect', async () => {
      expect(await outcomeAfter(() => Promise.resolve(true))).toBeNull()
    })
  })
})
