import { randomBytes, randomUUID } from 'node:crypto'
import { createEnvelope, type Envelope } from '@bullring/login-server/envelope/envelope'
import { KekList, localKeys } from '@bullring/login-server/envelope/key-provider'
import type { TestDatabase } from '@bullring/server/testing/test-database'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { holdPlainShare } from '../db/held-shares.queries.ts'
import type { VaultTables } from '../db/schema.ts'
import { storeLogin } from '../logins/logins.queries.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { findRecovery, insertShare, restorePlainShare } from './recovery.queries.ts'
import { decryptShare } from './recovery.ts'
import { rewrapShares } from './rewrap-shares.ts'
import { shareContext } from './share-context.ts'

const FIRST = `first=${randomBytes(32).toString('base64')}`
const NEXT = `next=${randomBytes(32).toString('base64')}`
const [first, next] = [FIRST, `${NEXT},${FIRST}`].map((keys) =>
  createEnvelope(localKeys(KekList.parse(keys))),
) as [Envelope, Envelope]

let database: TestDatabase<VaultTables>

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})
afterAll(() => database.drop())

async function createShare() {
  const walletId = randomUUID()
  const share = randomBytes(21)
  const identity = { provider: 'google' as const, subject: randomUUID(), email: null, name: null }
  const accountId = await database.db.transaction().execute(async (trx) => {
    const { accountId } = await storeLogin(trx, randomUUID(), identity)
    const record = await first.encrypt(share, shareContext({ walletId, accountId }))
    await insertShare(trx, { walletId, accountId, ...record })
    return accountId
  })
  return { walletId, accountId, share }
}

function rewrap(envelope: Envelope): Promise<void> {
  const log = pino({ level: 'silent' })
  return rewrapShares(
    { db: database.db, envelope, log, onRewrapped: () => undefined },
    new AbortController().signal,
  )
}

test('a share that is stored again while its key is wrapped opens afterwards', async () => {
  const { walletId, accountId, share } = await createShare()
  const context = shareContext({ walletId, accountId })
  await rewrap({
    ...next,
    rewrap: async (wrapped, of) => {
      // A passkey takes its place, and gives it back.
      await database.db.transaction().execute(async (trx) => {
        await holdPlainShare(trx, walletId, Buffer.alloc(32))
        await restorePlainShare(trx, walletId, await next.encrypt(share, context))
      })
      return await next.rewrap(wrapped, of)
    },
  })
  const stored = await findRecovery(database.db, walletId)
  expect(stored?.share && (await decryptShare(next, stored.share))).toEqual(share)
})

test('a share whose place a passkey takes while its key is wrapped is wrapped where it is held', async () => {
  const { walletId } = await createShare()
  let isHeld = false
  await rewrap({
    ...next,
    rewrap: async (wrapped, of) => {
      if (!isHeld) {
        isHeld = true
        await database.db
          .transaction()
          .execute((trx) => holdPlainShare(trx, walletId, Buffer.alloc(32)))
      }
      return await next.rewrap(wrapped, of)
    },
  })
  const held = database.db.selectFrom('held_shares').select('kek_id')
  expect(await held.where('wallet_id', '=', walletId).executeTakeFirst()).toEqual({
    kek_id: 'next',
  })
})

test('ends also when a share does not open, and wraps the others', async () => {
  const [damaged, intact] = [await createShare(), await createShare()]
  const { db } = database
  await db
    .updateTable('recovery_shares')
    .set({ wrapped_key: Buffer.alloc(60) })
    .where('wallet_id', '=', damaged.walletId)
    .execute()
  await rewrap(next)
  const kekOf = async ({ walletId }: { walletId: string }) =>
    (await findRecovery(db, walletId))?.share?.kekId
  expect(await kekOf(damaged)).toBe('first')
  expect(await kekOf(intact)).toBe('next')
})

test('leaves shares whose key is not configured, and says how many there are', async () => {
  const { walletId } = await createShare()
  const error = vi.fn()
  const log = Object.assign(pino({ level: 'silent' }), { error })
  const keys = KekList.parse(`other=${randomBytes(32).toString('base64')}`)
  const envelope = createEnvelope(localKeys(keys))
  const deps = { db: database.db, envelope, log, onRewrapped: () => undefined }
  await rewrapShares(deps, new AbortController().signal)
  expect((await findRecovery(database.db, walletId))?.share?.kekId).toBe('first')
  const shares = expect.toSatisfy((count: number) => count > 0)
  expect(error).toHaveBeenCalledWith({ kekId: 'first', shares }, expect.any(String))
})
