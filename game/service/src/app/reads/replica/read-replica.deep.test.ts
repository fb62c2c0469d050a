import { type FaultProxy, startFaultProxy } from '@bullring/cluster/fault-proxy'
import { POSITION_HEADER, parsePositions } from '@bullring/game-api/positions'
import type { RunningService } from '@bullring/server/run-service'
import { sql } from 'kysely'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestChain } from '../../../testing/chain/start-test-chain.ts'
import { startTestChain } from '../../../testing/chain/start-test-chain.ts'
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../../../testing/database/start-replicated-database.ts'
import { startGameService } from '../../../testing/start-game-service.ts'

const TOKEN = 'a-token-of-the-test'
const USD = 100_000_000n

let chain: TestChain
let databases: ReplicatedDatabase
/** Between the API and the primary server. */
let link: FaultProxy
let index: RunningService
let api: RunningService

beforeAll(async () => {
  databases = await startReplicatedDatabase()
  chain = await startTestChain()
  const { primary, replica } = databases
  index = await startGameService(chain, primary.url, { GAME_ROLES: 'index,api' })
  const url = new URL(primary.url)
  link = await startFaultProxy({ host: url.hostname, port: Number(url.port) })
  url.port = `${link.port}`
  api = await startGameService(chain, url.href, {
    GAME_ROLES: 'api',
    RPC_URL: 'http://127.0.0.1:1',
    GAME_DATABASE_READ_URL: replica.url,
    METRICS_TOKEN: TOKEN,
  })
})

afterAll(async () => {
  await api.stop()
  await index.stop()
  await link.close()
  await databases.stop()
  await chain.stop()
})

async function post(game: RunningService, path: string, body: unknown, seen?: number) {
  const response = await fetch(`${game.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(seen !== undefined && { [POSITION_HEADER]: `BNB=${seen}` }),
    },
    body: JSON.stringify(body),
  })
  const position = parsePositions(response.headers.get(POSITION_HEADER)).get('BNB') ?? -1
  return { status: response.status, data: await response.json(), position }
}

const recentBets = (game: RunningService, seen?: number) => post(game, '/api/recent-bets', {}, seen)

async function isReplicaUsed(): Promise<boolean> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const text = await (await fetch(`${api.url}/metrics`, { headers })).text()
  return text.includes('\nbullring_replica_used 1')
}

describe('a process that reads from a replica', () => {
  test('serves what the replica has, and writes to the primary server', async () => {
    const expected = await recentBets(index)
    await expect.poll(async () => (await recentBets(api)).position).toBe(expected.position)
    expect(await recentBets(api)).toEqual(expected)
    const [inviter, invited] = chain.traders
    const code = await post(api, '/api/refer-code', { user_address: inviter })
    expect(code).toMatchObject({ status: 200, data: { referred: 0 } })
    const { refer_code } = code.data as { refer_code: string }
    const recorded = await post(api, '/api/create_refer', { refer_code, user_address: invited })
    expect(recorded).toMatchObject({ status: 200, data: { created: true } })
    for (const game of [index, api]) {
      await expect
        .poll(() => post(game, '/api/refer-code', { user_address: inviter }))
        .toMatchObject({ data: { refer_code, referred: 1 } })
    }
  })

  test('listens to the primary server once', async () => {
    const { db } = databases.primary
    const { rows } = await sql<{ count: number }>`select count(*)::int4 as count
      from pg_stat_activity where application_name = 'bullring-game-listener'`.execute(db)
    // The process that indexes serves live events, too.
    expect(rows).toEqual([{ count: 2 }])
  })

  test('never responds with something older than a visitor has seen', async () => {
    let seen = 0
    let newest = 0
    for (let answer = 1; answer <= 30; answer += 1) {
      await chain.push(600n * USD, chain.schedule.genesisTimestamp + answer)
      for (const game of [index, api, index, api]) {
        const { status, data, position } = await post(game, '/api/token-prices', {}, seen)
        expect(status).toBe(200)
        const timestamps = (data as { timestamp: number }[]).map(({ timestamp }) => timestamp)
        expect(position).toBeGreaterThanOrEqual(seen)
        expect(Math.max(0, ...timestamps)).toBeGreaterThanOrEqual(newest)
        seen = position
        newest = Math.max(newest, ...timestamps)
      }
    }
    expect(newest).toBeGreaterThan(chain.schedule.genesisTimestamp)
  })

  test('reads from the primary server what a late replica lacks', async () => {
    await databases.replay('pause')
    const before = await recentBets(api)
    await chain.bet(chain.traders[0] ?? '0x', 1, 'bull', parseEther('0.5'))
    await expect.poll(async () => (await recentBets(index)).data).not.toEqual(before.data)
    const after = await recentBets(index)

    expect(await recentBets(api, after.position)).toMatchObject({ data: after.data })
    // No process has these: an earlier database of the same market might have had them.
    for (const seen of [after.position + 1_000, 999_999_999_999_999]) {
      expect(await recentBets(api, seen)).toEqual(before)
    }
    expect(await recentBets(api)).toEqual(before)

    await expect.poll(async () => (await recentBets(api)).data).toEqual(after.data)
    expect(await isReplicaUsed()).toBe(false)
    await databases.replay('resume')
    await expect.poll(isReplicaUsed).toBe(true)
    expect((await recentBets(api)).data).toEqual(after.data)
  })

  test('reads from the primary server for requests that no cache can have', async () => {
    await databases.replay('pause')
    const before = await recentBets(api)
    await chain.bet(chain.traders[2] ?? '0x', 1, 'bear', parseEther('0.25'))
    await expect
      .poll(async () => (await recentBets(index)).position)
      .toBeGreaterThan(before.position)
    const { data, position } = await recentBets(index)

    const withQuery = await post(api, '/api/recent-bets?from=elsewhere', {}, position)
    expect(withQuery).toMatchObject({ status: 200, data })
    const withLongBody = await post(api, '/api/recent-bets', { more: 'x'.repeat(2_000) }, position)
    expect(withLongBody).toMatchObject({ status: 200, data })
    const headers = { [POSITION_HEADER]: `BNB=${position}` }
    expect((await fetch(`${api.url}/config.json`, { headers })).status).toBe(200)

    await databases.replay('resume')
    await expect.poll(isReplicaUsed).toBe(true)
  })

  test('responds without the primary server, also to a position that only that knows', async () => {
    const before = await recentBets(api)
    link.setFault({ kind: 'hang' })
    const startMs = performance.now()
    expect(await recentBets(api, before.position + 1_000)).toEqual(before)
    expect(performance.now() - startMs).toBeLessThan(5_000)
    link.setFault(null)
  })

  test('survives the loss of the replica', async () => {
    const before = await recentBets(index)
    await databases.stopReplica()
    await expect.poll(isReplicaUsed).toBe(false)
    await chain.bet(chain.traders[1] ?? '0x', 1, 'bear', parseEther('0.5'))
    await expect.poll(async () => (await recentBets(api)).data).not.toEqual(before.data)
    expect(await isReplicaUsed()).toBe(false)
  })
})
