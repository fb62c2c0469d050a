import { CurrentEpochResponse } from '@bullring/game-api/current-epoch'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { RunningService } from '@bullring/server/run-service'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { parse } from '@bullring/wire/parse'
import { encodeFunctionData } from 'viem'
import { beforeEach, expect, inject, test } from 'vitest'
import type { TestChain } from '../../testing/chain/start-test-chain.ts'
import { sendMined, startTestChain } from '../../testing/chain/start-test-chain.ts'
import { waitUntilIndexed } from '../../testing/database/compare-index.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { openResumingStream } from '../../testing/resuming-stream.ts'
import { post, startGameService } from '../../testing/start-game-service.ts'

/** Less than the interval in which the contract is read without a log. */
const SOON = { timeout: 20_000 }

let chain: TestChain
let database: TestDatabase
let game: RunningService

beforeEach(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(chain, database.url)
  return async () => {
    await game.stop()
    await database.drop()
    await chain.stop()
  }
})

async function send(functionName: 'pause' | 'unpause'): Promise<void> {
  const data = encodeFunctionData({ abi: predictionAbi, functionName })
  const from = localAccounts(0).owner.address
  await sendMined(chain.rpc, { from, to: chain.market.prediction, data })
}

async function firstPausedEpoch(service = game): Promise<number | undefined> {
  const response = await post(service, '/api/current-epoch', {})
  return parse(CurrentEpochResponse, await response.json()).paused_from
}

test('a pause and its end reach clients, also of a process without a node', async () => {
  const noNode = { GAME_ROLES: 'api,stream', RPC_URL: 'http://127.0.0.1:1' }
  const api = await startGameService(chain, database.url, noNode)
  const closing = new AbortController()
  const stream = openResumingStream(`${api.url}/api/stream?symbol=BNB`, closing.signal)
  try {
    await expect.poll(stream.isOpen).toBe(true)
    expect(await firstPausedEpoch(api)).toBeUndefined()
    await send('pause')
    await expect.poll(() => firstPausedEpoch(api), SOON).toBe(2)
    await expect.poll(() => stream.events.map(({ event }) => event), SOON).toContain('reset')
    await send('unpause')
    await expect.poll(() => firstPausedEpoch(api), SOON).toBeUndefined()
  } finally {
    closing.abort()
    await api.stop()
  }
})

test('a reorg takes a pause back', async () => {
  await chain.mine(3)
  await send('pause')
  await expect.poll(() => firstPausedEpoch(), SOON).toBe(2)
  await chain.rpc('anvil_reorg', [1, []])
  await chain.mine(1)
  await waitUntilIndexed(chain, database.db)
  await expect.poll(() => firstPausedEpoch(), SOON).toBeUndefined()
})

test('an index that has read the pause before learns of it at its start', async () => {
  await send('pause')
  await waitUntilIndexed(chain, database.db)
  await game.stop()
  await database.db.updateTable('index_state').set({ first_paused_epoch: null }).execute()
  game = await startGameService(chain, database.url)
  await expect.poll(() => firstPausedEpoch(), SOON).toBe(2)
})
