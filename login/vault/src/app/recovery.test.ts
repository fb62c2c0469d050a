import { randomBytes, randomUUID } from 'node:crypto'
import { openSealed, SealedBytes } from '@bullring/login-api/sealed-bytes'
import { recoveryContext } from '@bullring/login-api/vault-api/recovery'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readCode, readMails } from '../testing/read-code.ts'
import { startTestVault, type TestVault } from '../testing/start-test-vault.ts'
import { createEcdhKeys, createTestDevice, type TestDevice } from '../testing/test-device.ts'

let vault: TestVault

beforeAll(async () => {
  vault = await startTestVault(inject('postgresUrl'))
})
afterAll(() => vault.stop())

/** Logs a device in, and returns the address. */
async function logIn(device: TestDevice, email = `${randomUUID()}@example.com`): Promise<string> {
  // Several devices of a test log in to one address, without waiting for the next mail.
  await sql`delete from limit_events where kind = 'mail-to' and key = ${email}`.execute(
    vault.database.db,
  )
  await device.post('/otp/send', { email, purpose: 'login' })
  const otp = await readCode(vault, email)
  expect(await device.post('/otp/verify', { email, purpose: 'login', otp })).toMatchObject({
    status: 200,
  })
  return email
}

const newShare = () => randomBytes(21).toString('base64url')

/** Logs a device in and stores the share of a new wallet. */
async function createWallet() {
  const device = await createTestDevice(vault)
  const email = await logIn(device)
  const walletId = randomUUID()
  const share = newShare()
  expect(await device.post('/recovery/put', { walletId, share })).toMatchObject({ status: 200 })
  return { device, email, walletId, share }
}

/** Requests a share, and opens it as the device. */
async function release(device: TestDevice, walletId: string): Promise<string | number> {
  const { privateKey, publicKey } = await createEcdhKeys()
  const { status, body } = await device.post('/recovery/release', { walletId, ecdhKey: publicKey })
  if (status !== 200) return status
  const sealed = SealedBytes.parse(body['sealed'])
  const bytes = await openSealed(sealed, privateKey, recoveryContext(walletId, device.id))
  return Buffer.from(bytes).toString('base64url')
}

/** Number of statements that wait for a lock. */
async function waitingStatements(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(vault.database.db)
  return rows[0]?.count
}

describe('a recovery share', () => {
  test('is released to another device of the same login, sealed to its key', async () => {
    const { email, walletId, share } = await createWallet()
    const other = await createTestDevice(vault)
    await logIn(other, email)
    expect(await release(other, walletId)).toBe(share)
  })

  test('is sealed: no one else can read the response, nor take it for another one', async () => {
    const { device, walletId, share } = await createWallet()
    const [{ privateKey, publicKey }, other] = [await createEcdhKeys(), await createEcdhKeys()]
    const { body } = await device.post('/recovery/release', { walletId, ecdhKey: publicKey })
    expect(JSON.stringify(body)).not.toContain(share)
    const sealed = SealedBytes.parse(body['sealed'])
    const context = recoveryContext(walletId, device.id)
    const { id: otherId } = await createTestDevice(vault)
    for (const [key, named] of [
      [other.privateKey, context],
      [privateKey, recoveryContext(walletId, otherId)],
      [privateKey, recoveryContext(randomUUID(), device.id)],
    ] as const) {
      await expect(openSealed(sealed, key, named)).rejects.toThrow()
    }
    expect(await openSealed(sealed, privateKey, context)).toHaveLength(21)
  })

  test('is stored once: the same again succeeds, another one is refused', async () => {
    const { device, walletId, share } = await createWallet()
    expect(await device.post('/recovery/put', { walletId, share })).toMatchObject({ status: 200 })
    expect(await device.post('/recovery/put', { walletId, share: newShare() })).toMatchObject({
      status: 409,
      body: { code: 'recovery.share-exists' },
    })
    expect(await release(device, walletId)).toBe(share)
  })

  test('error: another account can neither read nor replace it', async () => {
    const { walletId } = await createWallet()
    const stranger = await createTestDevice(vault)
    await logIn(stranger)
    expect(await release(stranger, walletId)).toBe(404)
    expect(await stranger.post('/recovery/put', { walletId, share: newShare() })).toMatchObject({
      status: 409,
    })
  })

  test('error: needs a login on this device in the last five minutes', async () => {
    const { device, email, walletId, share } = await createWallet()
    const other = await createTestDevice(vault)
    expect(await release(other, walletId)).toBe(401)
    await sql`update logins set auth_time = auth_time - 301 where device_id = ${device.id}`.execute(
      vault.database.db,
    )
    expect(await device.post('/recovery/put', { walletId, share })).toMatchObject({
      status: 401,
      body: { code: 'login.required' },
    })
    expect(await release(device, walletId)).toBe(401)
    await logIn(device, email)
    expect(await release(device, walletId)).toBe(share)
  })

  test('error: is released three times a day, also when requested at the same time', async () => {
    const { device, walletId, share } = await createWallet()
    const replies = await Promise.all(Array.from({ length: 6 }, () => release(device, walletId)))
    expect(replies.filter((each) => each === share)).toHaveLength(3)
    expect(replies.filter((each) => each === 429)).toHaveLength(3)
    await sql`update limit_events set at = at - 86400 where key = ${walletId}`.execute(
      vault.database.db,
    )
    expect(await release(device, walletId)).toBe(share)
  })

  test('error: is not released, counted or logged for a key that is off the curve', async () => {
    const { device, walletId, share } = await createWallet()
    const { publicKey } = await createEcdhKeys()
    const ecdhKey = { ...publicKey, y: publicKey.x }
    for (let count = 0; count < 4; count += 1) {
      expect(await device.post('/recovery/release', { walletId, ecdhKey })).toMatchObject({
        status: 422,
        body: { code: 'recovery.invalid-key' },
      })
    }
    const { rows } = await sql`select ip from release_log where wallet_id = ${walletId}`.execute(
      vault.database.db,
    )
    expect(rows).toEqual([])
    expect(await release(device, walletId)).toBe(share)
  })

  test('error: a login stores ten shares a day', async () => {
    const device = await createTestDevice(vault)
    const email = await logIn(device)
    // A login by another site, whose accounts never change hands.
    for (const table of ['logins', 'identities'] as const) {
      await vault.database.db
        .updateTable(table)
        .set({ provider: 'google' })
        .where('subject', '=', email)
        .execute()
    }
    const put = () => device.post('/recovery/put', { walletId: randomUUID(), share: newShare() })
    const replies = await Promise.all(Array.from({ length: 12 }, put))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      ...Array(10).fill(200),
      429,
      429,
    ])
  })

  test('error: is not stored for the account of a login that has ended meanwhile', async () => {
    const device = await createTestDevice(vault)
    const email = await logIn(device)
    const { db } = vault.database
    const trx = await db.startTransaction().execute()
    await sql`select id from accounts where id in
      (select account_id from logins where device_id = ${device.id}) for update`.execute(trx)
    const walletId = randomUUID()
    const stored = device.post('/recovery/put', { walletId, share: newShare() })
    await expect.poll(waitingStatements).toBe(1)
    // Someone else logs in on the device.
    await sql`delete from logins where device_id = ${device.id}`.execute(db)
    await logIn(device)
    await trx.commit().execute()
    expect(await stored).toMatchObject({ status: 401, body: { code: 'login.required' } })
    await logIn(device, email)
    expect(await release(device, walletId)).toBe(404)
  })

  test('is released with a log entry and a mail to the owner', async () => {
    const { device, email, walletId } = await createWallet()
    await release(device, walletId)
    const { rows } = await sql`select device_id, ip from release_log
      where wallet_id = ${walletId}`.execute(vault.database.db)
    expect(rows).toEqual([{ device_id: device.id, ip: device.ip }])
    const [notice] = await readMails(vault, email)
    expect(notice?.subject).toBe('Your wallet was unlocked after a login')
    expect(notice?.text).toContain(`IP address: ${device.ip}`)
    expect(notice?.text).toContain('App: https://app.example')
  })
})

describe('the database', () => {
  test('holds no share in clear', async () => {
    const { walletId, share } = await createWallet()
    const { rows } = await sql<{ dump: string }>`select row_to_json(r)::text as dump
      from recovery_shares r where wallet_id = ${walletId}`.execute(vault.database.db)
    const dump = rows[0]?.dump ?? ''
    expect(dump).toContain(walletId)
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      expect(dump).not.toContain(Buffer.from(share, 'base64url').toString(encoding))
    }
  })

  test('error: a share in the row of another wallet does not open', async () => {
    const [victim, thief] = [await createWallet(), await createWallet()]
    await sql`update recovery_shares set (kek_id, wrapped_key, ciphertext) =
      (select kek_id, wrapped_key, ciphertext from recovery_shares where wallet_id = ${victim.walletId})
      where wallet_id = ${thief.walletId}`.execute(vault.database.db)
    expect(await release(thief.device, thief.walletId)).toBe(500)
    await sql`update recovery_shares set account_id =
      (select account_id from recovery_shares where wallet_id = ${thief.walletId})
      where wallet_id = ${victim.walletId}`.execute(vault.database.db)
    expect(await release(thief.device, victim.walletId)).toBe(500)
  })

  test('is encrypted with the new key after a restart, and then no longer needs the old one', async () => {
    const { device, walletId, share } = await createWallet()
    const next = `next=${randomBytes(32).toString('base64')}`
    await vault.restart({ VAULT_KEKS: `${next},${vault.keys.keks}` })
    const kekOf = () =>
      vault.database.db
        .selectFrom('recovery_shares')
        .select('kek_id')
        .where('wallet_id', '=', walletId)
        .executeTakeFirst()
    await expect.poll(kekOf).toEqual({ kek_id: 'next' })
    await vault.restart({ VAULT_KEKS: next })
    expect(await release(device, walletId)).toBe(share)
    await vault.restart({ VAULT_KEKS: `next=${randomBytes(32).toString('base64')}` })
    expect(await release(device, walletId)).toBe(500)
    await vault.restart({ VAULT_KEKS: `${vault.keys.keks},${next}` })
  })
})
