import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestChain } from '../../testing/chain/start-test-chain.ts'
import { startTestChain } from '../../testing/chain/start-test-chain.ts'
import type { Block, ChainSource } from './chain-source.ts'
import { createChainSource } from './chain-source.ts'

let chain: TestChain
let source: ChainSource

beforeAll(async () => {
  chain = await startTestChain()
  const { prediction, oracle } = chain.market
  source = createChainSource(chain.client, { prediction, oracle })
})

afterAll(() => chain.stop())

async function bet(trader: number, amount: string): Promise<Block> {
  await chain.bet(chain.traders[trader] ?? '0x', 1, 'bull', parseEther(amount))
  return source.newestBlock()
}

describe('createChainSource', () => {
  test('reads the same logs by range and by block, each with the time of its block', async () => {
    const first = await bet(0, '1')
    const second = await bet(1, '2')
    const logs = await source.logsInRange(first.number, second.number)
    expect(logs).toHaveLength(2)
    expect(logs).toEqual([
      ...(await source.logsOfBlock(first)),
      ...(await source.logsOfBlock(second)),
    ])
    expect(logs[1]).toMatchObject({
      blockNumber: second.number,
      blockHash: second.hash,
      blockTimestamp: second.timestamp,
    })
    expect(second.parentHash).toBe(first.hash)
    expect(await source.blockAt(second.number)).toEqual(second)
    expect(await source.blockAt(second.number + 1)).toBeNull()
  })

  test('never mixes up logs of two blocks at the same height', async () => {
    const lost = await bet(2, '1')
    await chain.rpc('anvil_reorg', [1, []])
    await chain.rpc('anvil_rollback', [1])
    const found = await bet(3, '2')
    expect(found.number).toBe(lost.number)
    await expect(source.logsOfBlock(lost)).rejects.toThrow()
    expect(await source.logsOfBlock(found)).toHaveLength(1)
  })

  test('reads the oracle as it was in a block', async () => {
    const before = await source.newestBlock()
    await chain.push(600n, before.timestamp + 10)
    const after = await source.newestBlock()
    const phase = 1n << 64n
    expect(await source.oracleAt(before, null).latestId()).toBe(phase)
    expect(await source.oracleAt(before, null).roundById(phase + 1n)).toBeNull()
    expect(await source.oracleAt(after, null).latestId()).toBe(phase + 1n)
    expect(await source.oracleAt(after, null).roundById(phase + 1n)).toEqual({
      id: phase + 1n,
      price: 600n,
      updatedAt: before.timestamp + 10,
    })
  })
})
