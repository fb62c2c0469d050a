import { once } from 'node:events'
import { get } from 'node:http'
import type { RunningService } from '@bullring/server/run-service'
import { NATS_PROGRAM, startNatsServer } from '@bullring/stack/testing/nats-server'
import { parseEther } from 'viem'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { startTestChain } from '../../testing/chain/start-test-chain.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { startGameProcess, startGameService } from '../../testing/start-game-service.ts'

const USD = 100_000_000n
const PHASE = 1n << 64n

let resources: AsyncDisposableStack

beforeEach(() => {
  resources = new AsyncDisposableStack()
})

afterEach(() => resources.disposeAsync())

/** Opens a stream and collects its text, without heartbeats and the time of a reconnect. */
async function listen(game: RunningService, account: string, lastEventId?: string) {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const path = `/api/stream?symbol=BNB&user_address=${account}`
  const request = get(`${game.url}${path}`, { headers })
  resources.defer(() => {
    request.destroy()
    return Promise.resolve()
  })
  const [response] = await once(request, 'response')
  let text = ''
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  response.on('error', () => undefined)
  return {
    text: () => text.replaceAll(/event: heartbeat\ndata: \{\}\n\n|retry: \d+\n\n/g, ''),
    lastId: () => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '',
  }
}

/** Two processes that index, of which one leads, and two that stream. */
async function startCluster() {
  const nats = await startNatsServer()
  resources.defer(nats.stop)
  const chain = await startTestChain()
  resources.defer(chain.stop)
  await chain.push(599n * USD, chain.schedule.genesisTimestamp + 100)
  const database = await createTestDatabase(inject('postgresUrl'))
  resources.defer(database.drop)
  const shared = { GAME_NATS_URL: nats.url }
  const startIndexing = async () => {
    const child = startGameProcess(chain, database.url, { ...shared, GAME_ROLES: 'index' })
    resources.defer(() => child.stop(0))
    await once(child.process, 'message')
    return child
  }
  const leader = await startIndexing()
  await startIndexing()
  const startStreaming = async () => {
    const streams = { ...shared, GAME_ROLES: 'stream', RPC_URL: 'http://127.0.0.1:1' }
    const game = await startGameService(chain, database.url, streams)
    resources.defer(game.stop)
    return game
  }
  return { chain, leader, games: [await startStreaming(), await startStreaming()] as const }
}

describe.skipIf(NATS_PROGRAM === null)('streams over NATS', () => {
  test('are the same at all processes, also after a kill of the leader', async () => {
    const { chain, leader, games } = await startCluster()
    const [alice = '0x', bob = '0x'] = chain.traders
    const clients = await Promise.all(games.map((game) => listen(game, alice)))
    await chain.bet(alice, 1, 'bull', parseEther('2'))
    await chain.bet(bob, 1, 'bear', parseEther('1'))
    for (const { text } of clients) await expect.poll(text).toContain('"bear_amount":"1"')
    leader.process.kill('SIGKILL')
    const start = chain.schedule.genesisTimestamp
    await chain.push(600n * USD, start + 300)
    await chain.push(610n * USD, start + 600)
    await chain.settle(1, PHASE + 2n)
    await chain.settle(2, PHASE + 3n)
    await chain.bet(bob, 3, 'bear', parseEther('3'))
    for (const { text } of clients) await expect.poll(text).toContain('"bear_amount":"3"')
    const [first, second] = clients.map(({ text }) => text())
    expect(first).toContain(`event: trade\ndata: {"user_address":"${alice}","epoch":1}`)
    expect(first).toContain('"winner":"up"')
    expect(eventsOf(second)).toEqual(eventsOf(first))

    const resumed = await listen(games[1], alice, clients[0]?.lastId())
    await chain.bet(alice, 3, 'bear', parseEther('4'))
    await expect.poll(resumed.text).toContain('"bear_amount":"7"')
    expect(resumed.text()).not.toContain('event: reset')
  })
})

/** Without positions: while there is no leader, each process follows the database in separate steps. */
function eventsOf(text = ''): string[] {
  return [...new Set(text.replaceAll(/^id: \d+\n/gm, '').split('\n\n'))].toSorted()
}
