import { pino } from 'pino'
import type { Hex } from 'viem'
import { toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_CHAIN_ID } from '../testing/chain/start-test-chain.ts'
import { createChainClient } from './chain-client.ts'
import { ChainUnreachableError, NoMarketError, OutdatedContractError } from './errors.ts'
import { readBullringContract } from './read-bullring-contract.ts'

let chain: TestChain

beforeAll(async () => {
  chain = await startTestChain({ strikeDelay: 7, maxPayoutMultiple: 2_000 })
})

afterAll(() => chain.stop())

/** Makes the contract reject a function, like one that was compiled without it. */
async function removeFunction(signature: string): Promise<Hex> {
  const address = chain.market.prediction
  const code = (await chain.client.getCode({ address })) ?? '0x'
  const selector = toFunctionSelector(signature).slice(2)
  // PUSH4, as in the dispatcher.
  const without = code.replaceAll(`63${selector}`, '63ffffffff')
  expect(without).not.toBe(code)
  await chain.rpc('anvil_setCode', [address, without])
  return code
}

describe('readBullringContract', () => {
  test('reads the immutable terms', async () => {
    const contract = await readBullringContract(chain.client, chain.market.prediction)
    expect(contract).toEqual({
      kind: 'bullring',
      predictionAddress: chain.market.prediction,
      oracleAddress: expect.stringMatching(/^0x/),
      schedule: chain.schedule,
      maxOracleDelay: 300,
      settlementWindow: 86_400,
      maxPayoutMultiple: 2_000,
      canPayOut: true,
    })
    expect(contract.schedule.strikeDelay).toBe(7)
  })

  test.each(['strikeDelay()', 'maxPayoutMultiple()'])(
    'error: refuses an earlier release, without %s',
    async (signature) => {
      const code = await removeFunction(signature)
      const reading = readBullringContract(chain.client, chain.market.prediction)
      await expect(reading).rejects.toThrow(OutdatedContractError)
      await chain.rpc('anvil_setCode', [chain.market.prediction, code])
    },
  )

  test('reads a contract of release 0.2, which cannot pay out', async () => {
    const code = await removeFunction('payOut(uint256,address[])')
    const contract = await readBullringContract(chain.client, chain.market.prediction)
    expect(contract).toMatchObject({ maxPayoutMultiple: 2_000, canPayOut: false })
    await chain.rpc('anvil_setCode', [chain.market.prediction, code])
  })

  test('error: tells other contracts and an unreachable node apart', async () => {
    const reading = readBullringContract(chain.client, chain.market.oracle)
    await expect(reading).rejects.toThrow(NoMarketError)
    const rpcUrls = ['http://127.0.0.1:1']
    const client = createChainClient(
      { id: TEST_CHAIN_ID, name: 'test', coin: 'BNB', timeoutMs: 1_000, rpcUrls },
      pino({ level: 'silent' }),
    )
    const unreachable = readBullringContract(client, chain.market.prediction)
    await expect(unreachable).rejects.toThrow(ChainUnreachableError)
  })
})
