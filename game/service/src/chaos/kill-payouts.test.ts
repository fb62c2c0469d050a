import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { RunningService } from '@bullring/server/run-service'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { setSwitch } from '../payouts/payouts.queries.ts'
import { playRound } from '../testing/chain/play-rounds.ts'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { killRepeatedly } from '../testing/kill-repeatedly.ts'
import { startGameProcess, startGameService } from '../testing/start-game-service.ts'

/** TEST_DEEP=1: a longer history. */
const [ROUNDS, KILLS] = inject('isDeep') ? [60, 12] : [12, 3]
/** For a busy machine; an idle one needs a tenth. */
const LIMIT_MS = 240_000
const KEEPER = { GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY }

let chain: TestChain
let database: TestDatabase
let game: RunningService

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(chain, database.url, { GAME_ROLES: 'index,api' })
  for (const trader of chain.traders) await setSwitch(database.db, trader, true)
})

afterAll(async () => {
  await game.stop()
  await database.drop()
  await chain.stop()
})

/** Returns what was paid, as "epoch account". */
async function payments(): Promise<string[]> {
  const { prediction: address, startBlock } = chain.market
  const fromBlock = BigInt(startBlock)
  const filter = { address, abi: predictionAbi, eventName: 'Claim' } as const
  const logs = await chain.client.getContractEvents({ ...filter, fromBlock })
  return logs.map(({ args: { epoch, sender } }) => `${epoch} ${sender}`).toSorted()
}

/** Returns all bets that can be or were collected, of rounds with both strikes. */
async function winningBets(): Promise<string[]> {
  const found: string[] = []
  for (let epoch = 1; epoch < ROUNDS; epoch += 1) {
    for (const trader of chain.traders) {
      const call = { address: chain.market.prediction, abi: predictionAbi } as const
      const args = [BigInt(epoch), trader] as const
      const [isWon, [, , isClaimed]] = await Promise.all([
        chain.client.readContract({ ...call, functionName: 'claimable', args }),
        chain.client.readContract({ ...call, functionName: 'ledger', args }),
      ])
      if (isWon || isClaimed) found.push(`${epoch} ${trader}`)
    }
  }
  return found.toSorted()
}

test(`all winnings of ${ROUNDS} rounds arrive, once, although the keeper is killed repeatedly`, {
  timeout: LIMIT_MS,
}, async () => {
  const play = async () => {
    for (let epoch = 1; epoch <= ROUNDS; epoch += 1) await playRound(chain, epoch)
  }
  const start = () => startGameProcess(chain, database.url, KEEPER, 'keeper')
  await Promise.all([play(), killRepeatedly(start, KILLS)])

  const keeper = await startGameService(chain, database.url, { ...KEEPER, GAME_ROLES: 'keeper' })
  try {
    // Two of the four traders win each round.
    const wait = { timeout: 120_000, interval: 200 }
    await expect.poll(async () => (await payments()).length, wait).toBe(2 * (ROUNDS - 1))
    expect(await payments()).toEqual(await winningBets())
  } finally {
    await keeper.stop()
  }
})
