import { StreamEvent } from '@bullring/game-api/stream'
import type { RunningService } from '@bullring/server/run-service'
import { parse } from '@bullring/wire/parse'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { PancakeChain } from '../../testing/chain/start-pancake-chain.ts'
import { startPancakeChain } from '../../testing/chain/start-pancake-chain.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { startGameService } from '../../testing/start-game-service.ts'

const USD = 100_000_000n

let chain: PancakeChain
let database: TestDatabase
let game: RunningService

beforeAll(async () => {
  chain = await startPancakeChain()
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(chain, database.url)
})

afterAll(async () => {
  await game.stop()
  await database.drop()
  await chain.stop()
})

const at = (second: number) => chain.schedule.genesisTimestamp + second

/** Opens a stream and summarizes the events it sends. */
async function listen() {
  const stopping = new AbortController()
  const { body } = await fetch(`${game.url}/api/stream?symbol=BNB`, { signal: stopping.signal })
  let text = ''
  const reading = body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(
      new WritableStream({
        write: (part) => {
          text += part
        },
      }),
    )
    .catch(() => undefined)
  return {
    received: () =>
      // The last block may not have arrived as a whole.
      text
        .split('\n\n')
        .slice(0, -1)
        .flatMap((block) => {
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
          const data = field('data')
          if (data === undefined) return []
          return summaryOf(parse(StreamEvent, { event: field('event'), data: JSON.parse(data) }))
        }),
    close: async () => {
      stopping.abort()
      await reading
    },
  }
}

function summaryOf({ event, data }: StreamEvent): string {
  if (event === 'round') return `round ${data.epoch} ${data.refund_reason ?? data.state}`
  return 'epoch' in data ? `${event} ${data.epoch}` : event
}

describe('GET /api/stream of a PancakePredictionV2 contract', () => {
  test('sends starts, locks and ends, and changes by time alone', async () => {
    const stream = await listen()
    const expectEvents = (summaries: readonly string[]) =>
      expect.poll(stream.received).toEqual(expect.arrayContaining([...summaries]))

    await chain.operate('genesisStartRound', at(100))
    // Includes a reset if the journal of the first sync had not been read yet.
    await expect.poll(() => stream.received().length).toBeGreaterThan(0)
    await chain.at(at(110))
    await chain.bet(chain.traders[0] ?? '0x', 1, 'bull', parseEther('1'))
    await chain.at(at(403))
    await chain.mine()
    await expectEvents(['round 1 locked'])

    await chain.push(600n * USD, at(405))
    await chain.operate('genesisLockRound', at(406))
    await expectEvents(['price 1', 'epoch 2', 'round 2 open'])
    await chain.push(610n * USD, at(710))
    await chain.operate('executeRound', at(712))
    await expectEvents(['round 1 settled', 'epoch 3', 'round 2 locked', 'round 3 open'])

    await chain.at(at(1_100))
    await chain.mine()
    await expectEvents(['round 2 empty', 'round 3 locked'])
    await stream.close()
  })
})
