import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createKek, startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import {
  createDevice,
  createUserWithWallet,
  logIn,
  logInElsewhere,
  newEmail,
  newShare,
  newWallet,
  readMails,
  signAssertion,
} from '../testing/test-user.ts'

let custody: TestCustody
const logged: string[] = []

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _, done) => {
      logged.push(String(chunk))
      done()
    },
  })
  custody = await startTestCustody(inject('postgresUrl'), {
    log: pino({ level: 'trace' }, stream),
  })
})
afterAll(() => custody.stop())

const PURPOSE = { method: 'personal_sign', digest: 'A'.repeat(43) }

type User = Awaited<ReturnType<typeof createUserWithWallet>>

async function readAuthShare({ post, wallet: { walletId } }: Pick<User, 'post' | 'wallet'>) {
  const { status, body } = await post('/core/wallet/auth-share', { walletId, ...PURPOSE })
  return status === 200 ? body['share'] : body['code']
}

describe('POST /core/wallet/account-type', () => {
  const preferenceOf = async ({ post }: Pick<User, 'post'>) =>
    ((await post('/core/session/get')).body['wallet'] as { prefersSmart: boolean }).prefersSmart

  test('chooses the account of the wallet, which starts as its maker wished', async () => {
    const user = await createUserWithWallet(custody)
    expect(await preferenceOf(user)).toBe(false)
    await user.post('/core/wallet/account-type', { prefersSmart: true })
    expect(await preferenceOf(user)).toBe(true)

    const newcomer = await logIn(custody, newEmail(), await createDevice(custody))
    const wallet = { ...(await newWallet(newcomer)), prefersSmart: true }
    await newcomer.post('/core/wallet/create', wallet)
    expect(await preferenceOf(newcomer)).toBe(true)
  })

  test('error: a user without a wallet has no account', async () => {
    const newcomer = await logIn(custody, newEmail(), await createDevice(custody))
    const { status } = await newcomer.post('/core/wallet/account-type', { prefersSmart: true })
    expect(status).toBe(404)
  })
})

describe('POST /core/wallet/create', () => {
  test('stores the wallet with both shares, and repeating it changes nothing', async () => {
    const user = await createUserWithWallet(custody)
    const again = { ...user.wallet, authShare: newShare(), recoveryShare: newShare() }
    expect((await user.post('/core/wallet/create', again)).status).toBe(200)
    expect(await readAuthShare(user)).toBe(user.wallet.authShare)
    const { body } = await user.post('/core/wallet/recovery-auth')
    expect(body['share']).toBe(user.wallet.recoveryShare)
  })

  test('error: a user has one wallet, also when two devices make one at once', async () => {
    const email = newEmail()
    const devices = await Promise.all([createDevice(custody), createDevice(custody)])
    const users = await Promise.all(devices.map((device) => logIn(custody, email, device)))
    const statuses = await Promise.all(
      users.map(async (user) => {
        const { status } = await user.post('/core/wallet/create', await newWallet(user))
        return status
      }),
    )
    expect(statuses.toSorted()[0]).toBe(200)
    // The other device finds a wallet, or its session has ended with it.
    expect([401, 409]).toContain(statuses.toSorted()[1])
    const { count } = await custody.database.db
      .selectFrom('wallets as w')
      .innerJoin('identities as i', 'i.user_id', 'w.user_id')
      .select(sql<number>`count(*)`.as('count'))
      .where('i.subject', '=', email)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1)
  })

  test('error: a proof by another key, for another user or another device', async () => {
    const user = await logIn(custody, newEmail(), await createDevice(custody))
    const other = await logIn(custody, newEmail(), await createDevice(custody))
    const wallet = await newWallet(user)
    const { proof } = await newWallet(user)
    const elsewhere = await logIn(custody, user.email, await createDevice(custody))
    for (const [sender, body] of [
      [user, { ...wallet, proof }],
      [other, wallet],
      [elsewhere, wallet],
    ] as const) {
      const response = await sender.post('/core/wallet/create', body)
      expect([response.status, response.body['code']]).toEqual([422, 'custody.invalid-proof'])
    }
  })
})

describe('POST /core/wallet/auth-share', () => {
  test('is logged with its purpose, and limited to 30 a minute', async () => {
    const user = await createUserWithWallet(custody)
    const released = []
    for (let signature = 0; signature < 31; signature += 1) released.push(await readAuthShare(user))
    expect(released.slice(0, 30).every((share) => share === user.wallet.authShare)).toBe(true)
    expect(released[30]).toBe('custody.too-many-releases')
    custody.advance(61)
    expect(await readAuthShare(user)).toBe(user.wallet.authShare)
    const log = await custody.database.db
      .selectFrom('release_log')
      .select(['kind', 'method', 'digest', 'origin', 'device_id'])
      .where('wallet_id', '=', user.wallet.walletId)
      .execute()
    expect(log).toHaveLength(31)
    expect(log[0]).toEqual({
      kind: 'signature',
      ...PURPOSE,
      origin: 'https://app.example',
      device_id: user.device.id,
    })
  })

  test('error: the share of another wallet, or of a device that has none', async () => {
    const [mine, theirs] = [
      await createUserWithWallet(custody),
      await createUserWithWallet(custody),
    ]
    expect(await readAuthShare({ ...mine, wallet: theirs.wallet })).toBe('custody.no-wallet')
    const elsewhere = await logInElsewhere(custody, mine.email)
    expect(await readAuthShare({ ...elsewhere, wallet: mine.wallet })).toBe('custody.no-share')
  })
})

describe('enrolment of a device', () => {
  test('hands out the recovery share after a fresh login, tells the owner, and stores a new share', async () => {
    const user = await createUserWithWallet(custody)
    const elsewhere = await logInElsewhere(custody, user.email)
    const { body } = await elsewhere.post('/core/wallet/recovery-auth')
    expect(body['share']).toBe(user.wallet.recoveryShare)
    await expect
      .poll(async () => (await readMails(custody, user.email)).map(({ subject }) => subject))
      .toContain('A device was added to your wallet')
    const { walletId } = user.wallet
    const share = newShare()
    for (let repetition = 0; repetition < 2; repetition += 1) {
      const stored = await elsewhere.post('/core/wallet/device-share', { walletId, share })
      expect(stored.body).toEqual({ stored: true })
    }
    expect(await readAuthShare({ ...elsewhere, wallet: user.wallet })).toBe(share)
    expect(await readAuthShare(user)).toBe(user.wallet.authShare)
  })

  test('says in the mail to the owner when the device has the wallet already', async () => {
    const user = await createUserWithWallet(custody)
    expect((await user.post('/core/wallet/recovery-auth')).status).toBe(200)
    await expect
      .poll(async () => (await readMails(custody, user.email)).map(({ subject }) => subject))
      .toEqual(['Your wallet was unlocked on one of your devices'])
  })

  test('error: needs a login within the last five minutes', async () => {
    const user = await createUserWithWallet(custody)
    custody.advance(301)
    const stale = await user.post('/core/wallet/recovery-auth')
    expect([stale.status, stale.body['code']]).toEqual([403, 'session.not-fresh'])
  })

  test('error: a login of the future is not recent for longer', async () => {
    const { email, device, wallet } = await createUserWithWallet(custody)
    const nextYear = Math.floor(custody.nowMs() / 1_000) + 365 * 86_400
    const assertion = await signAssertion(
      custody,
      { email, device },
      { claims: { auth_time: nextYear } },
    )
    const { body } = await device.post('/core/session/open', { assertion })
    const token = String(body['token'])
    const recover = () => device.post('/core/wallet/recovery-auth', {}, { token })
    expect((await recover()).body['share']).toBe(wallet.recoveryShare)
    custody.advance(301)
    expect((await recover()).body['code']).toBe('session.not-fresh')
  })

  test('error: three recoveries a day, also at once', async () => {
    const user = await createUserWithWallet(custody)
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => user.post('/core/wallet/recovery-auth')),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429])
  })

  test('error: stores no share for another wallet', async () => {
    const [mine, theirs] = [
      await createUserWithWallet(custody),
      await createUserWithWallet(custody),
    ]
    const { walletId } = theirs.wallet
    const { status } = await mine.post('/core/wallet/device-share', { walletId, share: newShare() })
    expect(status).toBe(404)
    expect(await readAuthShare(theirs)).toBe(theirs.wallet.authShare)
  })
})

describe('the database', () => {
  test('holds no share, token or link in clear, and neither does the log', async () => {
    const user = await createUserWithWallet(custody)
    await logInElsewhere(custody, user.email)
    await user.post('/core/wallet/recovery-auth')
    const { db } = custody.database
    const tables = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'
    `.execute(db)
    const dumps = await Promise.all(
      tables.rows.map(async ({ name }) => {
        const { rows } = await sql<{ row: string }>`
          select t::text as row from ${sql.table(name)} t
        `.execute(db)
        return rows.map(({ row }) => row).join('\n')
      }),
    )
    const dump = dumps.join('\n')
    expect(dump).toContain(user.email)
    const secrets = [user.wallet.authShare, user.wallet.recoveryShare, user.token]
    for (const secret of secrets) {
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
      expect(logged.join('')).not.toContain(secret)
    }
    expect(logged.join('')).toContain('/core/wallet/recovery-auth')
    expect(logged.join('')).not.toContain('t=')
    expect(logged.join('')).not.toContain(user.email)
  })

  test('error: shares that were swapped between rows do not open', async () => {
    const [mine, theirs] = [
      await createUserWithWallet(custody),
      await createUserWithWallet(custody),
    ]
    await custody.database.db
      .updateTable('auth_shares')
      .set((row) => ({
        ciphertext: row
          .selectFrom('auth_shares as other')
          .select('other.ciphertext')
          .where('other.wallet_id', '=', theirs.wallet.walletId),
        wrapped_key: row
          .selectFrom('auth_shares as other')
          .select('other.wrapped_key')
          .where('other.wallet_id', '=', theirs.wallet.walletId),
      }))
      .where('wallet_id', '=', mine.wallet.walletId)
      .execute()
    expect(await readAuthShare(mine)).toBe('envelope.unreadable-record')
    await custody.database.db
      .deleteFrom('auth_shares')
      .where('wallet_id', '=', mine.wallet.walletId)
      .execute()
  })
})

describe('key-encryption keys', () => {
  test('rotate while shares are read; afterwards the old key is not needed', async () => {
    const users = []
    for (let index = 0; index < 5; index += 1) users.push(await createUserWithWallet(custody))
    const next = createKek('second')
    await custody.restart({ CUSTODY_KEKS: `${next},${custody.kek}` })
    const kekIds = async () => {
      const { db } = custody.database
      const shares = await db.selectFrom('auth_shares').select('kek_id').distinct().execute()
      const recovery = await db.selectFrom('recovery_shares').select('kek_id').distinct().execute()
      return [...shares, ...recovery].map(({ kek_id }) => kek_id)
    }
    do {
      for (const user of users) expect(await readAuthShare(user)).toBe(user.wallet.authShare)
      custody.advance(10)
    } while ((await kekIds()).includes('first'))
    await custody.restart({ CUSTODY_KEKS: next })
    for (const user of users) expect(await readAuthShare(user)).toBe(user.wallet.authShare)
    await custody.restart({ CUSTODY_KEKS: `${custody.kek},${next}` })
    await expect.poll(kekIds).toEqual(['first', 'first'])
  })

  test('rotate also when a share does not open, which stays as it is', async () => {
    const [intact, damaged] = [
      await createUserWithWallet(custody),
      await createUserWithWallet(custody),
    ]
    const { db } = custody.database
    await db
      .updateTable('auth_shares')
      .set({ wrapped_key: Buffer.alloc(60) })
      .where('wallet_id', '=', damaged.wallet.walletId)
      .execute()
    const next = createKek('next')
    await custody.restart({ CUSTODY_KEKS: `${next},${custody.kek}` })
    const kekOf = async ({ wallet }: User) => {
      const shares = db.selectFrom('auth_shares').select('kek_id')
      return (await shares.where('wallet_id', '=', wallet.walletId).executeTakeFirst())?.kek_id
    }
    await expect.poll(() => kekOf(intact)).toBe('next')
    expect(await kekOf(damaged)).toBe('first')
    expect(await readAuthShare(intact)).toBe(intact.wallet.authShare)
    await db.deleteFrom('auth_shares').where('wallet_id', '=', damaged.wallet.walletId).execute()
    await custody.restart({ CUSTODY_KEKS: `${custody.kek},${next}` })
    const outdated = async () => {
      const tables = await Promise.all(
        (['auth_shares', 'recovery_shares'] as const).map((table) =>
          db.selectFrom(table).select('kek_id').where('kek_id', '=', 'next').execute(),
        ),
      )
      return tables.flat()
    }
    await expect.poll(outdated).toEqual([])
    await custody.restart({})
  })

  test('error: a wrong key opens no share', async () => {
    const user = await createUserWithWallet(custody)
    await custody.restart({ CUSTODY_KEKS: createKek('first') })
    expect(await readAuthShare(user)).toBe('envelope.unreadable-record')
    await custody.restart({})
    expect(await readAuthShare(user)).toBe(user.wallet.authShare)
  })
})
