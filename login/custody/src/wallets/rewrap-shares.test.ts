import { setTimeout as sleep } from 'node:timers/promises'
import { createEnvelope, type Envelope } from '@bullring/login-server/envelope/envelope'
import { KekList, localKeys } from '@bullring/login-server/envelope/key-provider'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createKek, startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import { createUserWithWallet } from '../testing/test-user.ts'
import { rewrapShares } from './rewrap-shares.ts'
import { authShareContext } from './share-context.ts'
import { findAuthShare, putAuthShare } from './shares.queries.ts'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

/** Wraps by a new key, and opens what the service's key wrapped. */
function nextEnvelope(): Envelope {
  return createEnvelope(localKeys(KekList.parse(`${createKek('next')},${custody.kek}`)))
}

function rewrapAll(envelope: Envelope): Promise<void> {
  const log = pino({ level: 'silent' })
  const deps = { db: custody.database.db, envelope, log, onRewrapped: () => undefined }
  return rewrapShares(deps, new AbortController().signal)
}

/** Resolves once a statement waits for a lock, or `statement` has ended. */
async function untilWaiting(statement: Promise<void>): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  statement.then(end, end)
  while (!(isOver || (await isStatementWaiting()))) await sleep(10)
}

async function isStatementWaiting(): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(custody.database.db)
  return rows[0]?.count !== 0
}

test('a share that a device stores while its key is wrapped opens afterwards', async () => {
  const { db } = custody.database
  const { wallet, device } = await createUserWithWallet(custody)
  const { walletId } = wallet
  const context = authShareContext(walletId, device.id)
  const envelope = nextEnvelope()
  const stored = Buffer.from('another share of the device')
  let putting: Promise<void> | undefined
  const rewrap: Envelope['rewrap'] = async (wrapped, of) => {
    if (of === context) {
      const record = await envelope.encrypt(stored, context)
      putting = putAuthShare(db, { walletId, deviceId: device.id, record }, 1)
      await untilWaiting(putting)
    }
    return await envelope.rewrap(wrapped, of)
  }
  await rewrapAll({ ...envelope, rewrap })
  await putting
  const found = await findAuthShare(db, walletId, device.id)
  expect(found && (await envelope.decrypt(found, context))).toEqual(stored)
})

test('ends also when shares do not open', async () => {
  const { db } = custody.database
  const [damaged, intact] = [
    await createUserWithWallet(custody),
    await createUserWithWallet(custody),
  ]
  await db
    .updateTable('auth_shares')
    .set({ wrapped_key: Buffer.alloc(60), kek_id: 'first' })
    .where('wallet_id', '=', damaged.wallet.walletId)
    .execute()
  await rewrapAll(nextEnvelope())
  const rows = await db.selectFrom('auth_shares').select(['wallet_id', 'kek_id']).execute()
  const kekOf = (walletId: string) => rows.find((row) => row.wallet_id === walletId)?.kek_id
  expect(kekOf(damaged.wallet.walletId)).toBe('first')
  expect(kekOf(intact.wallet.walletId)).toBe('next')
})
