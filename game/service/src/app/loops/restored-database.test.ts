import type { RunningService } from '@bullring/server/run-service'
import { runOnServer } from '@bullring/server/testing/test-database'
import { NATS_PROGRAM, startNatsServer } from '@bullring/stack/testing/nats-server'
import { parseEther } from 'viem'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { startTestChain } from '../../testing/chain/start-test-chain.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { openResumingStream, type ResumingStream } from '../../testing/resuming-stream.ts'
import { startGameService } from '../../testing/start-game-service.ts'

let resources: AsyncDisposableStack

beforeEach(() => {
  resources = new AsyncDisposableStack()
})

afterEach(() => resources.disposeAsync())

const onServer = (statement: string) => runOnServer(inject('postgresUrl'), statement)

async function startDatabase() {
  const { url, drop } = await createTestDatabase(inject('postgresUrl')).then(async (created) => {
    await created.db.destroy()
    return created
  })
  const name = new URL(url).pathname.slice(1)
  resources.defer(() => onServer(`drop database if exists ${name}_copy`))
  resources.defer(drop)
  return {
    url,
    backUp: () => onServer(`create database ${name}_copy template ${name}`),
    restore: async () => {
      await onServer(`drop database ${name} with (force)`)
      await onServer(`create database ${name} template ${name}_copy`)
    },
  }
}

const bullAmount = ({ events }: ResumingStream) =>
  events.findLast(({ event }) => event === 'round')?.data

const namesOf = ({ events }: ResumingStream) => events.map(({ event }) => event)

const open = (game: RunningService) => {
  const stopping = new AbortController()
  const stream = openResumingStream(`${game.url}/api/stream?symbol=BNB`, stopping.signal)
  resources.defer(() => Promise.resolve(stopping.abort()))
  return stream
}

async function natsVariables(isShared: boolean): Promise<Record<string, string>> {
  if (!isShared) return {}
  const nats = await startNatsServer()
  resources.defer(nats.stop)
  return { GAME_NATS_URL: nats.url }
}

const KINDS = NATS_PROGRAM === null ? [false] : [false, true]

describe('a database restored from an older copy', () => {
  test.each(KINDS)(
    'resets clients, which receive all that follows (with NATS: %s)',
    async (isShared) => {
      const nats = await natsVariables(isShared)
      const chain = await startTestChain()
      resources.defer(chain.stop)
      const database = await startDatabase()
      const start = async (roles: string) => {
        const game = await startGameService(chain, database.url, { GAME_ROLES: roles, ...nats })
        resources.defer(game.stop)
        return game
      }
      const bet = (trader: number, amount: string) =>
        chain.bet(chain.traders[trader] ?? '0x', 1, 'bull', parseEther(amount))
      await (await start('index')).stop()
      await database.backUp()
      await start('index')
      const client = open(await start('stream'))
      await expect.poll(client.isOpen).toBe(true)
      await bet(0, '6')
      await expect.poll(() => bullAmount(client)).toMatchObject({ bull_amount: '6' })
      expect(namesOf(client)).not.toContain('reset')

      await database.restore()
      await bet(1, '4')
      await expect.poll(() => namesOf(client)).toContain('reset')
      await bet(2, '5')
      await expect.poll(() => bullAmount(client)).toMatchObject({ bull_amount: '15' })
    },
  )
})
