import { startAnvil } from '@bullring/stack/chain/anvil'
import { createClient, http, parseGwei } from 'viem'
import { serializeTransaction } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTransaction } from '../decode/requested-transaction.ts'
import { prepareTransaction } from './prepare-transaction.ts'

const CHAIN_ID = 31_337
const ME = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'

let anvil: Awaited<ReturnType<typeof startAnvil>>

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID, blockSeconds: null })
})
afterAll(() => anvil.child.stop(0))

async function prepare(fees: object) {
  const client = createClient({ transport: http(anvil.rpcUrl) })
  const requested = readTransaction({ to: ME, ...fees }, ME, CHAIN_ID)
  return await prepareTransaction(client, CHAIN_ID, ME, requested)
}

describe('prepareTransaction', () => {
  test('lowers the suggested tip to a fee that the app limits', async () => {
    const { unsigned } = await prepare({ maxFeePerGas: '0x1' })
    expect(unsigned).toMatchObject({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })
    expect(serializeTransaction(unsigned)).toMatch(/^0x02/)
  })

  test('raises the suggested fee to a tip that the app names', async () => {
    const tip = parseGwei('1000')
    const { unsigned, maxFee } = await prepare({ maxPriorityFeePerGas: tip })
    expect(unsigned).toMatchObject({ maxFeePerGas: tip, maxPriorityFeePerGas: tip })
    expect(serializeTransaction(unsigned)).toMatch(/^0x02/)
    expect(maxFee).toBe(21_000n * tip)
  })

  test('error: refuses a tip above the fee that the app names', async () => {
    const fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }
    await expect(prepare(fees)).rejects.toThrow('The tip of the transaction is above its fee.')
  })
})
