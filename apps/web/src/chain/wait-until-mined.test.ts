import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  ContractFunctionRevertedError,
  createClient,
  custom,
  numberToHex,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { waitUntilMined } from './wait-until-mined.ts'

const player = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const market = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const HASH = `0x${'01'.repeat(32)}` as const
const NEXT_HASH = `0x${'02'.repeat(32)}` as const
const sent = { hash: HASH, from: player, nonce: '0x7', to: market, value: '0x5', input: '0x57fb' }

/** A chain on which `mined` is all that has been mined; the transaction that was sent is known to it. */
function chainWith(
  mined: typeof sent | (Omit<typeof sent, 'hash'> & { hash: string }),
  status = 1,
) {
  const answers: Record<string, (hash: unknown) => unknown> = {
    eth_blockNumber: () => '0x9',
    eth_getTransactionByHash: () => sent,
    eth_getTransactionReceipt: (hash) =>
      hash === mined.hash ? { transactionHash: hash, status: numberToHex(status), logs: [] } : null,
    eth_getBlockByNumber: () => ({ number: '0x9', transactions: [mined] }),
  }
  return createClient({
    transport: custom({
      request: async ({ method, params }) => answers[method]?.(params?.[0]) ?? null,
    }),
    pollingInterval: 5,
  })
}

const wait = (client: ReturnType<typeof chainWith>) =>
  waitUntilMined(client, { hash: HASH, functionName: 'betBull' })

describe('waitUntilMined', () => {
  test('gives the hash of a call that went well', async () => {
    expect(await wait(chainWith(sent))).toBe(HASH)
  })

  test('gives the new hash when the visitor sped it up', async () => {
    expect(await wait(chainWith({ ...sent, hash: NEXT_HASH }))).toBe(NEXT_HASH)
  })

  test('error: the contract refused it', async () => {
    const failed = wait(chainWith(sent, 0))
    await expect(failed).rejects.toBeInstanceOf(ContractFunctionRevertedError)
  })

  test('error: it was sped up and the contract refused it', async () => {
    const failed = wait(chainWith({ ...sent, hash: NEXT_HASH }, 0))
    await expect(failed).rejects.toBeInstanceOf(ContractFunctionRevertedError)
  })

  test('error: the visitor cancelled it, by nothing sent to oneself', async () => {
    const nothing = { ...sent, hash: NEXT_HASH, to: player, value: '0x0', input: '0x' }
    await expect(wait(chainWith(nothing))).rejects.toBeInstanceOf(UserRejectedRequestError)
  })

  test('error: the wallet sent something else', async () => {
    const other = { ...sent, hash: NEXT_HASH, value: '0x6' }
    await expect(wait(chainWith(other))).rejects.toBeInstanceOf(TransactionReplacedError)
  })
})
