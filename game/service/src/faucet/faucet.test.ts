import { FaucetResponse } from '@bullring/game-api/faucet'
import { parse } from '@bullring/wire/parse'
import { sql } from 'kysely'
import type { Address, Hash } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../db/open-database.ts'
import { createTestApp } from '../testing/create-test-app.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { faucetOperations } from './faucet.operations.ts'
import { createFaucetCooldown } from './faucet.ts'
import type { SendCoins } from './send-coins.ts'

const ALICE: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const HASH: Hash = `0x${'1f'.repeat(32)}`

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(() => database.drop())

beforeEach(async () => {
  await sql`truncate limit_events`.execute(database.db)
})

function faucet(sendCoins: SendCoins = () => Promise.resolve(HASH), db = database.db) {
  const post = createTestApp(faucetOperations({ cooldown: createFaucetCooldown(db), sendCoins }))
  return (address: string) => post('/api/faucet', { user_address: address })
}

const passTime = (seconds: number) =>
  sql`update limit_events set at = at - ${seconds}::int8`.execute(database.db)

describe('faucetOperations', () => {
  test('sends ten coins', async () => {
    const response = await faucet()(ALICE.toLowerCase())
    expect(parse(FaucetResponse, await response.json())).toEqual({
      amount: '10',
      tx_hash: HASH,
    })
  })

  test('error: makes an account wait a minute, in any letter case', async () => {
    const request = faucet()
    expect((await request(ALICE)).status).toBe(200)
    const refused = await request(ALICE.toLowerCase())
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect((await request(BOB)).status).toBe(200)
    await passTime(wait)
    expect((await request(ALICE)).status).toBe(200)
  })

  test('error: does not count a failed request', async () => {
    let isDown = true
    const request = faucet(() =>
      isDown ? Promise.reject(new Error('no chain')) : Promise.resolve('0x01'),
    )
    expect((await request(ALICE)).status).toBe(500)
    isDown = false
    expect((await request(ALICE)).status).toBe(200)
  })

  test('error: rejects an invalid address', async () => {
    expect((await faucet()('0x123')).status).toBe(422)
  })

  test('pays an account once when requests race at two nodes', async () => {
    const otherDb = openDatabase(database.url, () => undefined)
    let sent = 0
    const send: SendCoins = () => {
      sent += 1
      return Promise.resolve(HASH)
    }
    const nodes = [faucet(send), faucet(send, otherDb)]
    const accounts = [ALICE, BOB]
    const responses = await Promise.all(
      nodes.flatMap((request) =>
        accounts.flatMap((account) => [request(account), request(account)]),
      ),
    )
    await otherDb.destroy()
    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      ...[200, 200],
      ...Array.from({ length: 6 }, () => 429),
    ])
    expect(sent).toBe(2)
  })
})
