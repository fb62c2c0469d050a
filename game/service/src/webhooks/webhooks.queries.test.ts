import type { Round } from '@bullring/game-api/round'
import { WEBHOOK_EVENTS } from '@bullring/game-api/webhooks'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database/create-test-database.ts'
import {
  countWaiting,
  type Delivery,
  leaseDeliveries,
  pruneWebhooks,
  recordAttempt,
  releaseDelivery,
} from './deliveries.queries.ts'
import { TooManyWebhooksError, UnknownWebhookError } from './errors.ts'
import type { Attempt } from './send-event.ts'
import {
  addRoundEvent,
  addTest,
  createWebhook,
  deleteWebhook,
  findWebhooks,
  rotateSecret,
} from './webhooks.queries.ts'

const ACCOUNT: Address = `0x${'1'.repeat(40)}`
const OTHER: Address = `0x${'2'.repeat(40)}`
const ACCEPTED: Attempt = { status: 200, error: null }
const FAILED: Attempt = { status: 500, error: 'status' }

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`truncate webhooks, webhook_events, webhook_hosts cascade`.execute(database.db)
})

const create = (account = ACCOUNT, url = 'https://hooks.example/x') =>
  createWebhook(database.db, { account, symbol: 'BNB', url, events: WEBHOOK_EVENTS })

/** Creates a webhook that has accepted its test. */
async function createOn() {
  const { webhook } = await create()
  await attempt(ACCEPTED)
  return webhook.id
}

const addRound = () =>
  addRoundEvent(database.db, {
    type: 'round.settled',
    data: { symbol: 'BNB', market: OTHER, epoch: 7, revision: 1, round: {} as Round },
  })

/** Lets time pass for everything that is stored. */
async function pass(interval: string) {
  const by = sql`${interval}::interval`
  await sql`update webhooks set leased_until = leased_until - ${by}, failing_since = failing_since - ${by},
    old_secret_until = old_secret_until - ${by}, off_since = off_since - ${by}`.execute(database.db)
  await sql`update webhook_hosts set hour_started_at = hour_started_at - ${by}`.execute(database.db)
  await sql`update webhook_deliveries set next_at = next_at - ${by}`.execute(database.db)
  await sql`update webhook_events set created_at = created_at - ${by}`.execute(database.db)
}

/** Leases what is due, from those that are slow and those that are not. */
async function lease(limit = 10): Promise<Delivery[]> {
  const slow = await leaseDeliveries(database.db, { isSlow: true, limit })
  return [...slow, ...(await leaseDeliveries(database.db, { isSlow: false, limit }))]
}

async function attempt(result: Attempt, tookMs = 10) {
  const leased = await lease()
  for (const delivery of leased) await recordAttempt(database.db, delivery, { ...result, tookMs })
  return leased
}

const first = async () => (await findWebhooks(database.db, ACCOUNT))[0]

describe('the webhooks of an account', () => {
  test('are five at most, also when they are created at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create()))
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? outcome.reason : [],
    )
    expect(refused.map((error) => error.code)).toEqual(Array(3).fill('webhook.too-many'))
    await expect(create()).rejects.toThrow(TooManyWebhooksError)
    expect((await create(OTHER)).webhook.is_on).toBe(false)
    expect(await findWebhooks(database.db, ACCOUNT)).toHaveLength(5)
  })

  test('error: cannot be tested, read, changed or deleted by another', async () => {
    const { id } = (await create()).webhook
    const foreign = { account: OTHER, id }
    for (const change of [addTest, rotateSecret, deleteWebhook]) {
      await expect(change(database.db, foreign)).rejects.toThrow(UnknownWebhookError)
    }
    expect(await findWebhooks(database.db, OTHER)).toEqual([])
    await deleteWebhook(database.db, { account: ACCOUNT, id })
    expect(await countWaiting(database.db)).toEqual({ waiting: 0, oldestSeconds: 0 })
  })

  test('sign with the former secret, too, for a day', async () => {
    const { webhook, secret } = await create()
    const next = await rotateSecret(database.db, { account: ACCOUNT, id: webhook.id })
    const [delivery] = await lease()
    expect(delivery?.secrets).toEqual([next, secret])
    await pass('25 hours')
    expect((await lease())[0]?.secrets).toEqual([next])
  })
})

describe('deliveries', () => {
  test('go to a webhook one at a time, from one process', async () => {
    await createOn()
    await addRound()
    await addRound()
    const leased = await Promise.all([lease(), lease(), lease()])
    expect(leased.flat()).toHaveLength(1)
    const [one] = leased.flat()
    if (one === undefined) throw new Error('Nothing is leased')
    await recordAttempt(database.db, one, { ...ACCEPTED, tookMs: 1 })
    const [two, ...others] = await lease()
    expect(others).toEqual([])
    expect(two?.eventId).not.toBe(one.eventId)
  })

  test('go on after a process that ended in the middle, or gave back', async () => {
    await create()
    const [one] = await lease()
    expect(await lease()).toEqual([])
    await pass('31 seconds')
    const [again] = await lease()
    expect(again).toEqual(one)
    if (again) await releaseDelivery(database.db, again)
    expect(await lease()).toEqual([one])
  })

  test('are repeated with growing pauses up to a day, with the same id, and then given up', async () => {
    await createOn()
    await addRound()
    const ids = new Set((await attempt(FAILED)).map(({ eventId }) => eventId))
    const pauses: number[] = []
    for (;;) {
      const webhook = await first()
      const next = webhook?.next_attempt_at
      if (next == null) break
      const { rows } = await sql<{
        now: number
      }>`select extract(epoch from now())::float8 as now`.execute(database.db)
      pauses.push(next - (rows[0]?.now ?? 0))
      await pass(`${pauses.at(-1)} seconds`)
      await pass('2 seconds')
      for (const { eventId } of await attempt(FAILED)) ids.add(eventId)
    }
    const expected = [5, 60, 600, 3_600, 21_600, 86_400]
    expect(pauses).toHaveLength(expected.length)
    for (const [index, seconds] of expected.entries()) {
      expect(pauses[index]).toBeGreaterThan(seconds - 3)
      expect(pauses[index]).toBeLessThan(seconds * 1.1 + 3)
    }
    expect(ids.size).toBe(1)
    expect(await first()).toMatchObject({ last_status: 500, last_error: 'status', waiting: 0 })
  })

  test('switch a webhook on when one is accepted, and off after three days of failures', async () => {
    const id = await createOn()
    expect(await first()).toMatchObject({ is_on: true, last_status: 200, failing_since: null })
    await addRound()
    await attempt(FAILED)
    await sql`update webhook_deliveries set attempts = 6, next_at = now()`.execute(database.db)
    await attempt(FAILED)
    expect(await first()).toMatchObject({ is_on: true, waiting: 0, failing_since: null })
    await pass('73 hours')
    await addTest(database.db, { account: ACCOUNT, id })
    await sql`update webhook_deliveries set attempts = 6`.execute(database.db)
    await attempt(FAILED)
    expect(await first()).toMatchObject({ is_on: true, waiting: 0 })
    await addRound()
    for (let count = 1; count <= 3; count += 1) {
      expect(await attempt({ status: null, error: 'timeout' })).toHaveLength(1)
      expect(await first()).toMatchObject({ is_on: true, last_error: 'timeout', waiting: 1 })
      await pass('27 hours')
    }
    await attempt({ status: null, error: 'refused-address' })
    expect(await first()).toMatchObject({ is_on: false, last_error: 'refused-address', waiting: 0 })
    await addTest(database.db, { account: ACCOUNT, id })
    await attempt(ACCEPTED)
    expect(await first()).toMatchObject({ is_on: true, last_error: null, failing_since: null })
  })

  test('end at once for a receiver that is gone', async () => {
    await create()
    await attempt(ACCEPTED)
    await addTest(database.db, { account: ACCOUNT, id: (await first())?.id ?? '' })
    await attempt({ status: 410, error: 'status' })
    expect(await first()).toMatchObject({ is_on: false, last_status: 410, waiting: 0 })
  })

  test('to new receivers are 300 an hour at most to a host, of all accounts and addresses together', async () => {
    await createOn()
    await sql`update webhook_hosts set sent_in_hour = 298`.execute(database.db)
    await create()
    await create(OTHER, 'https://HOOKS.example:443\\y')
    await create(OTHER, 'https://hooks\t.example/z')
    expect(await attempt(ACCEPTED)).toHaveLength(2)
    expect(await lease()).toEqual([])
    await deleteWebhook(database.db, { account: ACCOUNT, id: (await first())?.id ?? '' })
    await create()
    expect(await lease()).toEqual([])
    await create(OTHER, 'https://elsewhere.example/')
    expect(await lease()).toHaveLength(1)
    await pass('61 minutes')
    await pruneWebhooks(database.db)
    expect(await lease()).toHaveLength(3)
  })

  test('to receivers that respond are 600 an hour at most to a host', async () => {
    await createOn()
    await addRound()
    const set = (count: number) =>
      sql`update webhook_hosts set sent_in_hour = ${count}`.execute(database.db)
    await set(600)
    expect(await leaseDeliveries(database.db, { isSlow: false, limit: 9 })).toEqual([])
    await set(300)
    await create()
    expect(await leaseDeliveries(database.db, { isSlow: true, limit: 9 })).toEqual([])
    expect(await leaseDeliveries(database.db, { isSlow: false, limit: 9 })).toHaveLength(1)
  })

  test('of a test that waits take the place of another test', async () => {
    const { id } = (await create()).webhook
    const owned = { account: ACCOUNT, id }
    const [sent] = await attempt(FAILED)
    const ids = await Promise.all([1, 2, 3].map(() => addTest(database.db, owned)))
    expect(new Set(ids)).toEqual(new Set([sent?.eventId]))
    expect(await first()).toMatchObject({ is_on: false, waiting: 1 })
    expect(await attempt(ACCEPTED)).toHaveLength(1)
    expect(await addTest(database.db, owned)).not.toBe(sent?.eventId)
  })

  test('to receivers that are slow, fail or are new wait apart from the others', async () => {
    const { id } = (await create()).webhook
    const isSlow = async () => {
      await addTest(database.db, { account: ACCOUNT, id })
      const found = await leaseDeliveries(database.db, { isSlow: true, limit: 1 })
      for (const delivery of found) await releaseDelivery(database.db, delivery)
      return found.length === 1
    }
    expect(await isSlow()).toBe(true)
    await attempt(ACCEPTED)
    expect(await isSlow()).toBe(false)
    await attempt(ACCEPTED, 5_000)
    expect(await isSlow()).toBe(true)
    await attempt(ACCEPTED)
    expect(await isSlow()).toBe(false)
    await attempt(FAILED)
    expect(await isSlow()).toBe(true)
  })

  test('are deleted after three days, and webhooks that were off for a month', async () => {
    await create()
    await pass('71 hours')
    await pruneWebhooks(database.db)
    expect(await countWaiting(database.db)).toMatchObject({ waiting: 1 })
    await pass('2 hours')
    await pruneWebhooks(database.db)
    expect(await countWaiting(database.db)).toMatchObject({ waiting: 0 })
    expect(await first()).toBeDefined()
    await pass('28 days')
    await pruneWebhooks(database.db)
    expect(await first()).toBeUndefined()
  })
})
