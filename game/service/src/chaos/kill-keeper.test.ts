import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { playRound, settlingRoundId } from '../testing/chain/play-rounds.ts'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { killRepeatedly } from '../testing/kill-repeatedly.ts'
import { startGameProcess, startGameService } from '../testing/start-game-service.ts'

/** Accounts 2 and 8 of the local chain's well-known mnemonic. */
const KEEPER_KEYS = [
  TEST_KEEPER_KEY,
  '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
] as const

let chain: TestChain
let databases: TestDatabase[]

beforeAll(async () => {
  chain = await startTestChain()
  databases = [
    await createTestDatabase(inject('postgresUrl')),
    await createTestDatabase(inject('postgresUrl')),
  ]
})

afterAll(async () => {
  for (const database of databases) await database.drop()
  await chain.stop()
})

async function settledBy(epoch: number): Promise<bigint> {
  const [, roundId] = await chain.client.readContract({
    address: chain.market.prediction,
    abi: predictionAbi,
    functionName: 'strikes',
    args: [BigInt(epoch)],
  })
  return roundId
}

function settledRounds(epochs: readonly number[]): Promise<bigint[]> {
  return Promise.all(epochs.map(settledBy))
}

function keeperOf(index: number): { url: string; variables: Record<string, string> } {
  return {
    url: databases[index]?.url ?? '',
    variables: { GAME_KEEPER_PRIVATE_KEY: KEEPER_KEYS[index] ?? '' },
  }
}

/** TEST_DEEP=1: a longer history. */
const [ROUNDS, KILLS] = inject('isDeep') ? [200, 6] : [20, 2]
/** For a busy machine; an idle one needs a tenth. */
const LIMIT_MS = 240_000

describe('the keeper', { timeout: LIMIT_MS }, () => {
  test(`settles all of ${ROUNDS} rounds although two keepers are killed repeatedly`, async () => {
    const play = async () => {
      for (let epoch = 1; epoch <= ROUNDS; epoch += 1) await playRound(chain, epoch)
    }
    const kill = (index: number) => {
      const { url, variables } = keeperOf(index)
      return killRepeatedly(() => startGameProcess(chain, url, variables), KILLS)
    }
    await Promise.all([play(), kill(0), kill(1)])

    const { url, variables } = keeperOf(0)
    const game = await startGameService(chain, url, variables)
    try {
      const epochs = Array.from({ length: ROUNDS }, (_, index) => index + 1)
      await expect
        .poll(() => settledRounds(epochs), { timeout: 90_000, interval: 200 })
        .toEqual(epochs.map(settlingRoundId))
    } finally {
      await game.stop()
    }
  })
})
