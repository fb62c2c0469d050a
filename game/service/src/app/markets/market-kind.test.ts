import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { OtherKindError, StartBlockLateError } from '../../indexer/errors.ts'
import type { PancakeChain } from '../../testing/chain/start-pancake-chain.ts'
import { startPancakeChain } from '../../testing/chain/start-pancake-chain.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { gameVariables, startGameService } from '../../testing/start-game-service.ts'

let chain: PancakeChain
/** Address of a bullring market on the same chain. */
let bullring: string
let database: TestDatabase

beforeAll(async () => {
  chain = await startPancakeChain()
  bullring = (await chain.deployAgain()).prediction
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(async () => {
  await database.drop()
  await chain.stop()
})

const start = (overrides: Record<string, string>) =>
  startGameService(chain, database.url, overrides)

describe('a service with the wrong MARKET_KIND', () => {
  test('error: rejects a contract of the other kind', async () => {
    await expect(start({ PREDICTION_ADDRESS: bullring })).rejects.toThrow(
      'no PancakePredictionV2 market',
    )
    await expect(start({ MARKET_KIND: 'bullring' })).rejects.toThrow('no Bullring market')
  })

  test('error: rejects the database of the other kind', async () => {
    const game = await start({})
    await game.stop()
    const ours = { MARKET_KIND: 'bullring', PREDICTION_ADDRESS: bullring }
    await expect(start(ours)).rejects.toThrow(OtherKindError)
    await (await start({})).stop()
  })

  test('error: rejects a keeper, because the rounds have an operator', () => {
    const withKeeper = { GAME_KEEPER_PRIVATE_KEY: `0x${'ab'.repeat(32)}` }
    const variables = gameVariables(chain, database.url, withKeeper)
    expect(() => parseConfig(variables)).toThrow('cannot be used with pancake-v2')
  })

  test('error: rejects a start after the first round', async () => {
    await chain.operate('genesisStartRound', chain.schedule.genesisTimestamp + 100)
    await chain.mine(2)
    const late = { START_BLOCK: `${await chain.client.getBlockNumber()}` }
    await expect(start(late)).rejects.toThrow(StartBlockLateError)
  })
})
