import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { startGameProcess, startGameService } from '../testing/start-game-service.ts'

const keeper = privateKeyToAccount(TEST_KEEPER_KEY).address

const BATCH_SIZE = 25
/** Three batches; TEST_DEEP=1: all five-minute rounds of a day that the settlement window still accepts. */
const ROUNDS = inject('isDeep') ? 280 : 40
/** For a busy machine; an idle one needs a tenth. */
const LIMIT_MS = 120_000

let chain: TestChain
let database: TestDatabase

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  const { bet, push, schedule, traders } = chain
  await push(60_000_000_000n, schedule.genesisTimestamp + 10)
  for (let epoch = 1; epoch <= ROUNDS; epoch += 1) {
    await bet(traders[0] ?? '0x', epoch, 'bull', parseEther('1'))
    await bet(traders[1] ?? '0x', epoch, 'bear', parseEther('1'))
    await push(60_000_000_000n + BigInt(epoch), schedule.genesisTimestamp + epoch * 300)
  }
}, LIMIT_MS)

afterAll(async () => {
  await database.drop()
  await chain.stop()
})

async function pendingStrikes(): Promise<number> {
  const states = await Promise.all(
    Array.from({ length: ROUNDS }, async (_, index) => {
      const [, , , state] = await chain.client.readContract({
        address: chain.market.prediction,
        abi: predictionAbi,
        functionName: 'strikes',
        args: [BigInt(index + 1)],
      })
      return state
    }),
  )
  return states.filter((state) => state === 0).length
}

describe('the keeper after a long downtime', { timeout: LIMIT_MS }, () => {
  test('logs the due settlements in a dry run, and sends nothing', async () => {
    const lines: string[] = []
    const child = startGameProcess(chain, database.url, {
      GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
      GAME_KEEPER_DRY_RUN: 'true',
      LOG_LEVEL: 'info',
    })
    child.process.stdout?.on('data', (text: string) => lines.push(text))
    const batches = () => lines.join('').match(/dry run, strikes not settled/g)?.length
    await expect.poll(batches, { timeout: 60_000 }).toBe(Math.ceil(ROUNDS / BATCH_SIZE))
    await child.stop()
    expect(await chain.client.getTransactionCount({ address: keeper })).toBe(0)
    expect(await pendingStrikes()).toBe(ROUNDS)
  })

  test('settles everything, one batch per transaction', async () => {
    const game = await startGameService(chain, database.url, {
      GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
    })
    try {
      await expect.poll(pendingStrikes, { timeout: 60_000, interval: 200 }).toBe(0)
      expect(await chain.client.getTransactionCount({ address: keeper })).toBe(
        Math.ceil(ROUNDS / BATCH_SIZE),
      )
    } finally {
      await game.stop()
    }
  })
})
