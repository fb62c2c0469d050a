import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { Identity } from '@bullring/login-api/identity'
import { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import {
  RECEIPT_ALGORITHM,
  RECEIPT_AUDIENCE,
  RECEIPT_ISSUER,
  RECEIPT_TYPE,
} from '@bullring/login-api/vault-api/email-receipt'
import { recoveryProof } from '@bullring/login-api/vault-api/passkeys'
import {
  createSigningDevice,
  type SigningDevice,
} from '@bullring/login-server/testing/signing-device'
import { decodeJwt, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { storeLogin } from '../logins/logins.queries.ts'
import { otherCode, readCode, readMails } from '../testing/read-code.ts'
import { FRAME_ORIGIN, startTestVault, type TestVault } from '../testing/start-test-vault.ts'
import { createEcdhKeys, createTestDevice, type TestDevice } from '../testing/test-device.ts'

let vault: TestVault

beforeAll(async () => {
  vault = await startTestVault(inject('postgresUrl'))
})
afterAll(() => vault.stop())

const newEmail = () => `${randomUUID()}@example.com`

async function logIn(device: TestDevice, email: string): Promise<void> {
  await sql`delete from limit_events where key = ${email}`.execute(vault.database.db)
  await device.post('/otp/send', { email, purpose: 'login' })
  const otp = await readCode(vault, email)
  const reply = await device.post('/otp/verify', { email, purpose: 'login', otp })
  expect(reply.status).toBe(200)
  await sql`delete from limit_events where key = ${email}`.execute(vault.database.db)
}

/** Logs in and stores a share. */
async function createWallet() {
  const device = await createTestDevice(vault)
  const email = newEmail()
  await logIn(device, email)
  const walletId = randomUUID()
  const share = randomBytes(21).toString('base64url')
  await device.post('/recovery/put', { walletId, share })
  return { device, email, walletId, share }
}

async function canRecover(email: string, walletId: string): Promise<boolean> {
  const device = await createTestDevice(vault)
  await logIn(device, email)
  const { publicKey: ecdhKey } = await createEcdhKeys()
  return (await device.post('/recovery/release', { walletId, ecdhKey })).status === 200
}

const nowS = () => Math.floor(Date.now() / 1_000)

type Claims = { walletId: string; email: string | null; undoneAt?: number }

/** Signs custody's receipt for the address of a wallet. */
function signReceipt(
  device: Pick<TestDevice, 'id'>,
  claims: Claims,
  { key = vault.keys.receiptKey, issuedAt = nowS(), expiresAt = nowS() + 60 } = {},
): Promise<string> {
  return new SignJWT({ device: device.id, ...claims })
    .setProtectedHeader({ alg: RECEIPT_ALGORITHM, typ: RECEIPT_TYPE })
    .setIssuer(RECEIPT_ISSUER)
    .setAudience(RECEIPT_AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)
}

async function finish(device: Pick<TestDevice, 'id' | 'post'>, claims: Claims) {
  return await device.post('/email/finish', { receipt: await signReceipt(device, claims) })
}

/** Begins to change the address of the device's account, for the wallet that it has. */
async function begin(device: Pick<TestDevice, 'id' | 'post'>, email: string, proof?: string) {
  const wallet = await vault.database.db
    .selectFrom('logins as l')
    .innerJoin('recovery_shares as r', 'r.account_id', 'l.account_id')
    .select('r.wallet_id')
    .where('l.device_id', '=', device.id)
    .executeTakeFirst()
  return await device.post('/email/update', { email, walletId: wallet?.wallet_id, proof })
}

/** Types the codes from both addresses. */
async function confirmBoth(device: TestDevice, email: string, next: string, proof?: string) {
  expect(await begin(device, next, proof)).toMatchObject({ status: 200 })
  const otp = await readCode(vault, email)
  expect(await device.post('/email/primary', { otp })).toMatchObject({ status: 200 })
  return await device.post('/email/secondary', { otp: await readCode(vault, next) })
}

test('changes the address after a code from each, and custody’s receipt', async () => {
  const { device, email, walletId } = await createWallet()
  const next = newEmail()
  expect(await begin(device, next)).toMatchObject({
    status: 200,
    body: { action: 'VERIFY_PRIMARY_OTP', currentEmail: email },
  })
  const [codeMail] = await readMails(vault, email)
  expect(codeMail?.text).toContain(`New email: ${next}`)
  expect(await readMails(vault, next)).toEqual([])
  const first = await readCode(vault, email)
  expect(await device.post('/email/primary', { otp: otherCode(first, 1) })).toMatchObject({
    status: 401,
    body: { code: 'otp.wrong-code' },
  })
  expect(await device.post('/email/primary', { otp: first })).toMatchObject({ status: 200 })
  const second = await readCode(vault, next)
  const { status, body } = await device.post('/email/secondary', { otp: second })
  expect({ status, newEmail: body['newEmail'] }).toEqual({ status: 200, newEmail: next })
  expect(LoginAssertion.parse(decodeJwt(String(body['assertion'])))).toMatchObject({
    device: device.id,
    purpose: 'update-email',
    identity: { provider: 'email', subject: next },
    previous: { provider: 'email', subject: email },
  })
  // Until custody's receipt, only the current address opens the wallet.
  expect(await canRecover(email, walletId)).toBe(true)
  expect(await canRecover(next, walletId)).toBe(false)
  expect(await finish(device, { walletId, email: next })).toMatchObject({
    status: 200,
    body: { email: next },
  })
  expect(await finish(device, { walletId, email: next })).toMatchObject({ status: 200 })
  expect(await canRecover(email, walletId)).toBe(false)
  expect(await canRecover(next, walletId)).toBe(true)
})

test('ends the logins on other devices, and keeps the one on this device', async () => {
  const { device, email, walletId } = await createWallet()
  const other = await createTestDevice(vault)
  await logIn(other, email)
  const next = newEmail()
  await confirmBoth(device, email, next)
  await finish(device, { walletId, email: next })
  const { publicKey: ecdhKey } = await createEcdhKeys()
  const release = (from: TestDevice) => from.post('/recovery/release', { walletId, ecdhKey })
  expect((await release(device)).status).toBe(200)
  expect((await release(other)).status).toBe(401)
})

test('gives the address back when custody says so: its owner logs in, and finishes', async () => {
  const { device, email, walletId } = await createWallet()
  const next = newEmail()
  await confirmBoth(device, email, next)
  await finish(device, { walletId, email: next })
  const owner = await createTestDevice(vault)
  await logIn(owner, email)
  expect(await finish(owner, { walletId, email })).toMatchObject({ status: 200 })
  expect(await canRecover(email, walletId)).toBe(true)
  expect(await canRecover(next, walletId)).toBe(false)
})

/** Adds a passkey, and makes it the only way to the wallet. Returns the proof of the share. */
async function addPasskey(device: TestDevice, walletId: string, share: string): Promise<string> {
  const bytes = Buffer.from(share, 'base64url')
  const proof = Buffer.from(await recoveryProof(walletId, bytes)).toString('base64url')
  const random = (length: number) => randomBytes(length).toString('base64url')
  const passkey = { credentialId: random(16), salt: random(32), encryptedShare: random(49) }
  const put = { walletId, proof, label: 'Chrome on Linux', passkey }
  expect((await device.post('/passkeys/put', put)).status).toBe(200)
  const { credentialId } = passkey
  const required = await device.post('/passkeys/require', { walletId, proof, credentialId })
  expect(required.status).toBe(200)
  return proof
}

describe('a passkey of a thief who changed the address', () => {
  async function protectionOf(device: TestDevice, walletId: string): Promise<unknown> {
    const { body } = await device.post('/passkeys/list', { walletId })
    return { isRequired: body['isRequired'], count: (body['passkeys'] as unknown[])?.length }
  }

  const OPEN = { isRequired: false, count: 0 }
  const PROTECTED = { isRequired: true, count: 1 }

  test.each([
    { added: 'before', isFinished: true },
    { added: 'after', isFinished: true },
    { added: 'before', isFinished: false },
  ])(
    '$added the change is gone once it is undone (vault finished: $isFinished)',
    async ({ added, isFinished }) => {
      const { device, email, walletId, share } = await createWallet()
      const next = newEmail()
      await confirmBoth(device, email, next)
      if (added === 'before') await addPasskey(device, walletId, share)
      if (isFinished) await finish(device, { walletId, email: next })
      if (added === 'after') await addPasskey(device, walletId, share)
      const owner = await createTestDevice(vault)
      await logIn(owner, email)
      const undone = { walletId, email, undoneAt: nowS() }
      expect(await finish(owner, undone)).toMatchObject({ status: 200 })
      expect(await protectionOf(owner, walletId)).toEqual(OPEN)
      expect(await canRecover(email, walletId)).toBe(true)
      const mails = await readMails(vault, email)
      const notice = mails.filter(({ subject }) => subject.startsWith('Passkeys were removed'))
      expect(notice).toHaveLength(1)
      expect(notice[0]?.links.filter((link) => link.includes('/passkeys/undo'))).toEqual([])
      // The mails that the thief got no longer lead anywhere.
      const { rows } = await sql`select id from passkey_changes where wallet_id = ${walletId}
        and undone_at is null and kind <> 'email-undone'`.execute(vault.database.db)
      expect(rows).toEqual([])
    },
  )

  /** Returns the link in the newest mail with a subject. */
  async function readLink(email: string, subject: string): Promise<URL> {
    const mail = (await readMails(vault, email)).find((each) => each.subject === subject)
    return new URL(mail?.links.find((link) => link.includes('/passkeys/undo?')) ?? 'none:')
  }

  /** Presses the button of the page behind a link. */
  async function press(link: URL): Promise<void> {
    const body = new URLSearchParams({ t: link.searchParams.get('t') ?? '', decision: 'undo' })
    const init = { method: 'POST', headers: { origin: vault.url }, body }
    expect((await fetch(`${vault.url}/passkeys/undo`, init)).status).toBe(200)
  }

  const PROTECTS = 'A passkey now protects your wallet'
  const ADDED = 'A passkey was added to your wallet'
  const CHANGED_BACK = 'Your wallet’s passkeys were changed back'

  test.each([
    { first: PROTECTS, isFinished: true },
    { first: ADDED, isFinished: true },
    { first: PROTECTS, isFinished: false },
  ])(
    'stays gone when the thief undoes it before the owner ($first, vault finished: $isFinished)',
    async ({ first, isFinished }) => {
      const { device, email, walletId, share } = await createWallet()
      const next = newEmail()
      await confirmBoth(device, email, next)
      if (isFinished) await finish(device, { walletId, email: next })
      await addPasskey(device, walletId, share)
      const mailbox = isFinished ? next : email
      const added = await readLink(mailbox, ADDED)
      await press(await readLink(mailbox, first))
      const changedBack = await readLink(mailbox, CHANGED_BACK)
      const owner = await createTestDevice(vault)
      await logIn(owner, email)
      const undone = { walletId, email, undoneAt: nowS() }
      expect(await finish(owner, undone)).toMatchObject({ status: 200 })
      expect(await protectionOf(owner, walletId)).toEqual(OPEN)
      await press(changedBack)
      expect(await protectionOf(owner, walletId)).toEqual(OPEN)
      // Nor do the thief's links, or the same receipt, take away what the owner adds.
      await sql`update passkey_changes set changed_at = changed_at - 60
        where wallet_id = ${walletId}`.execute(vault.database.db)
      await addPasskey(owner, walletId, share)
      await press(added)
      expect(await finish(owner, { ...undone, undoneAt: undone.undoneAt - 60 })).toMatchObject({
        status: 200,
      })
      expect(await protectionOf(owner, walletId)).toEqual(PROTECTED)
    },
  )

  test('that took the place of the owner’s goes, and the owner’s returns', async () => {
    const { db } = vault.database
    const { device, email, walletId, share } = await createWallet()
    const proof = await addPasskey(device, walletId, share)
    const list = async (from: TestDevice) =>
      (await from.post('/passkeys/list', { walletId })).body['passkeys'] as {
        credentialId: string
      }[]
    const own = await list(device)
    // Required for longer than the plain share is held.
    await sql`delete from held_shares where wallet_id = ${walletId}`.execute(db)
    await sql`update passkey_changes set changed_at = changed_at - ${5 * 86_400}
      where wallet_id = ${walletId}`.execute(db)
    await addPasskey(device, walletId, share)
    const { credentialId } = own[0] ?? {}
    const removal = { walletId, credentialId, proof, share: null }
    expect((await device.post('/passkeys/remove', removal)).status).toBe(200)
    const next = newEmail()
    await confirmBoth(device, email, next, proof)
    await finish(device, { walletId, email: next })
    const owner = await createTestDevice(vault)
    await logIn(owner, email)
    await finish(owner, { walletId, email, undoneAt: nowS() })
    expect(await protectionOf(owner, walletId)).toEqual(PROTECTED)
    expect(await list(owner)).toEqual(own)
  })

  test('an undo is mailed to the current address of the account, too', async () => {
    const { device, email, walletId, share } = await createWallet()
    const proof = await addPasskey(device, walletId, share)
    const next = newEmail()
    await confirmBoth(device, email, next, proof)
    await finish(device, { walletId, email: next })
    await press(await readLink(email, ADDED))
    for (const address of [email, next]) {
      expect((await readLink(address, CHANGED_BACK)).pathname).toBe('/passkeys/undo')
    }
  })

  test('the owner’s passkey of the time after is kept, and so is one of more than four days before', async () => {
    const { db } = vault.database
    const { device, email, walletId, share } = await createWallet()
    await addPasskey(device, walletId, share)
    expect(await finish(device, { walletId, email, undoneAt: nowS() - 60 })).toMatchObject({
      status: 200,
    })
    expect(await protectionOf(device, walletId)).toEqual(PROTECTED)
    await sql`update held_shares set held_at = 1 where wallet_id = ${walletId}`.execute(db)
    await vault.restart({})
    const held = () =>
      db.selectFrom('held_shares').select('wallet_id').where('wallet_id', '=', walletId).execute()
    await expect.poll(held, { timeout: 60_000 }).toEqual([])
    expect((await finish(device, { walletId, email, undoneAt: nowS() })).status).toBe(200)
    expect(await protectionOf(device, walletId)).toEqual(PROTECTED)
  })

  test('error: a change that was not undone removes none', async () => {
    const { device, email, walletId, share } = await createWallet()
    const next = newEmail()
    await confirmBoth(device, email, next)
    await addPasskey(device, walletId, share)
    await finish(device, { walletId, email: next })
    expect(await protectionOf(device, walletId)).toEqual(PROTECTED)
  })
})

describe('while a passkey is required', () => {
  /** A wallet that needs a passkey, and a device of a reader of its mailbox. */
  async function createProtectedWallet() {
    const wallet = await createWallet()
    const proof = await addPasskey(wallet.device, wallet.walletId, wallet.share)
    const reader = await createTestDevice(vault)
    await logIn(reader, wallet.email)
    return { ...wallet, proof, reader }
  }

  test('a change of address takes the proof of the share', async () => {
    const { device, email, walletId, proof } = await createProtectedWallet()
    const next = newEmail()
    const { body } = await confirmBoth(device, email, next, proof)
    const { wallet } = LoginAssertion.parse(decodeJwt(String(body['assertion'])))
    expect(wallet).toBe(walletId)
  })

  test('error: a reader of the mailbox changes no address, and gets no code', async () => {
    const { reader, email, walletId } = await createProtectedWallet()
    const before = await readMails(vault, email)
    const wrong = randomBytes(32).toString('base64url')
    for (const body of [{ walletId }, { walletId, proof: wrong }]) {
      expect(await reader.post('/email/update', { email: newEmail(), ...body })).toMatchObject({
        status: 403,
        body: { code: 'passkeys.proof' },
      })
    }
    // Nor by naming no wallet, or another user's.
    const other = await createWallet()
    expect(await reader.post('/email/update', { email: newEmail() })).toMatchObject({
      status: 409,
      body: { code: 'email.no-update' },
    })
    const foreign = { email: newEmail(), walletId: other.walletId }
    expect(await reader.post('/email/update', foreign)).toMatchObject({ status: 404 })
    expect(await readMails(vault, email)).toHaveLength(before.length)
  })

  test('error: a change that began before it is refused at its end', async () => {
    const { device, email, walletId, share } = await createWallet()
    const next = newEmail()
    await begin(device, next)
    await device.post('/email/primary', { otp: await readCode(vault, email) })
    const proof = await addPasskey(device, walletId, share)
    const otp = await readCode(vault, next)
    expect(await device.post('/email/secondary', { otp })).toMatchObject({
      status: 403,
      body: { code: 'passkeys.proof' },
    })
    await sql`delete from limit_events where key in (${email}, ${next})`.execute(vault.database.db)
    expect(await confirmBoth(device, email, next, proof)).toMatchObject({ status: 200 })
  })

  test('custody’s assertion to remove a device takes it, too', async () => {
    const { reader, walletId, proof } = await createProtectedWallet()
    const prove = (value: string | null) =>
      reader.post('/passkeys/prove', { walletId, proof: value })
    for (const wrong of [null, randomBytes(32).toString('base64url')]) {
      expect(await prove(wrong)).toMatchObject({ status: 403, body: { code: 'passkeys.proof' } })
    }
    const { body } = await prove(proof)
    expect(LoginAssertion.parse(decodeJwt(String(body['assertion'])))).toMatchObject({
      device: reader.id,
      purpose: 'remove-device',
      wallet: walletId,
    })
  })
})

test('a share that a reader of the earlier mailbox stores does not keep the owner from it', async () => {
  const { device, email, walletId } = await createWallet()
  const next = newEmail()
  await confirmBoth(device, email, next)
  await finish(device, { walletId, email: next })
  const thief = await createTestDevice(vault)
  await logIn(thief, email)
  const junk = { walletId: randomUUID(), share: randomBytes(21).toString('base64url') }
  expect(await thief.post('/recovery/put', junk)).toMatchObject({ status: 200 })
  // The core gives an address to one account only, so its receipt decides.
  const owner = await createTestDevice(vault)
  await logIn(owner, email)
  expect(await finish(owner, { walletId, email })).toMatchObject({ status: 200 })
  expect(await canRecover(email, walletId)).toBe(true)
  const { publicKey: ecdhKey } = await createEcdhKeys()
  expect((await thief.post('/recovery/release', { ...junk, ecdhKey })).status).toBe(401)
})

test('a share that is stored at the same moment does not keep the address from the wallet', async () => {
  const { device, email, walletId } = await createWallet()
  const next = newEmail()
  await confirmBoth(device, email, next)
  const early = await createTestDevice(vault)
  await logIn(early, next)
  const junk = { walletId: randomUUID(), share: randomBytes(21).toString('base64url') }
  const [stored, finished] = await Promise.all([
    early.post('/recovery/put', junk),
    finish(device, { walletId, email: next }),
  ])
  expect([200, 401]).toContain(stored.status)
  expect(finished.status).toBe(200)
  expect(await canRecover(next, walletId)).toBe(true)
  expect(await canRecover(next, junk.walletId)).toBe(false)
})

test('two wallets never share an account: another owner of an address gets a separate one', async () => {
  const { device, email, walletId } = await createWallet()
  const next = newEmail()
  await confirmBoth(device, email, next)
  // The core has made the change, and its page was closed before the vault knew. Long after, the mailbox has another owner.
  const stranger = await createTestDevice(vault)
  await logIn(stranger, email)
  const { publicKey: ecdhKey } = await createEcdhKeys()
  const wallet = { walletId: randomUUID(), share: randomBytes(21).toString('base64url') }
  const refused = { status: 409, body: { code: 'recovery.other-wallet' } }
  expect(await stranger.post('/recovery/put', wallet)).toMatchObject(refused)
  const claims = { walletId: wallet.walletId, email }
  for (const receipt of [
    await signReceipt(stranger, { ...claims, email: next }),
    await signReceipt(stranger, { ...claims, walletId }),
  ]) {
    expect(await stranger.post('/recovery/put', { ...wallet, receipt })).toMatchObject(refused)
  }
  const receipt = await signReceipt(stranger, claims)
  const foreign = await signReceipt(device, claims)
  expect(await stranger.post('/recovery/put', { ...wallet, receipt: foreign })).toMatchObject({
    status: 422,
  })
  for (let repetition = 0; repetition < 2; repetition += 1) {
    expect(await stranger.post('/recovery/put', { ...wallet, receipt })).toMatchObject({
      status: 200,
    })
  }
  expect((await stranger.post('/recovery/release', { walletId, ecdhKey })).status).toBe(404)
  const own = { walletId: wallet.walletId, ecdhKey }
  expect((await stranger.post('/recovery/release', own)).status).toBe(200)
  // The first owner finishes, without losing or taking anything.
  const owner = await createTestDevice(vault)
  await logIn(owner, next)
  expect(await finish(owner, { walletId, email: next })).toMatchObject({ status: 200 })
  expect(await canRecover(next, walletId)).toBe(true)
  expect(await canRecover(email, wallet.walletId)).toBe(true)
  expect(await canRecover(email, walletId)).toBe(false)
})

test('error: an address that the account has not proven, and receipts of others', async () => {
  const [{ device, email, walletId }, other] = [await createWallet(), await createWallet()]
  const claims = { walletId, email: newEmail() }
  expect(await finish(device, claims)).toMatchObject({
    status: 409,
    body: { code: 'email.no-update' },
  })
  const next = newEmail()
  await confirmBoth(device, email, next)
  const invalid = { status: 422, body: { code: 'email.invalid-receipt' } }
  const proven = { walletId, email: next }
  const { privateKey } = generateKeyPairSync('ed25519')
  const forged = await signReceipt(device, proven, { key: privateKey })
  const expired = await signReceipt(device, proven, {
    issuedAt: nowS() - 90,
    expiresAt: nowS() - 30,
  })
  const old = await signReceipt(device, proven, {
    issuedAt: nowS() - 3_600,
    expiresAt: nowS() + 3_600,
  })
  for (const receipt of [forged, expired, old]) {
    expect(await device.post('/email/finish', { receipt })).toMatchObject(invalid)
  }
  const foreign = await signReceipt(other.device, proven)
  expect(await device.post('/email/finish', { receipt: foreign })).toMatchObject(invalid)
  // A device finishes only its account's change.
  expect((await finish(other.device, proven)).status).toBe(401)
  expect((await finish(device, { ...proven, walletId: other.walletId })).status).toBe(401)
  expect(await canRecover(email, walletId)).toBe(true)
})

test('deletes what has expired, and nothing else', async () => {
  const { db } = vault.database
  const { device, email } = await createWallet()
  await confirmBoth(device, email, newEmail())
  await device.post('/otp/send', { email: newEmail(), purpose: 'login' })
  const counts = async () => {
    const { rows } = await sql`select
      (select count(*)::int from otps where device_id = ${device.id}) as otps,
      (select count(*)::int from email_updates where device_id = ${device.id}) as updates,
      (select count(*)::int from email_claims c join logins l using (account_id)
        where l.device_id = ${device.id}) as claims,
      (select count(*)::int from farcaster_channels where device_id = ${device.id}) as channels,
      (select count(*)::int from limit_events where key = ${device.ip}) as events`.execute(db)
    return rows[0]
  }
  await sql`insert into farcaster_channels (id, device_id, token, salt, expires_at)
    select gen_random_uuid(), ${device.id}, 'token', 'salt', extract(epoch from now())::int8 + 600`.execute(
    db,
  )
  await vault.restart({})
  expect(await counts()).toMatchObject({ otps: 1, updates: 1, claims: 1, channels: 1 })
  await sql`update otps set expires_at = 1 where device_id = ${device.id}`.execute(db)
  await sql`update email_updates set expires_at = 1 where device_id = ${device.id}`.execute(db)
  await sql`update email_claims set expires_at = 1`.execute(db)
  await sql`update farcaster_channels set expires_at = 1`.execute(db)
  await sql`update limit_events set at = 1 where key = ${device.ip}`.execute(db)
  await vault.restart({})
  await expect
    .poll(counts, { timeout: 60_000 })
    .toEqual({ otps: 0, updates: 0, claims: 0, channels: 0, events: 0 })
})

test('error: a code confirms only the address that its mail names', async () => {
  const { device, email } = await createWallet()
  const [next, other] = [newEmail(), newEmail()]
  await begin(device, next)
  expect(await begin(device, other)).toMatchObject({
    status: 429,
    body: { code: 'otp.cooldown' },
  })
  expect(await device.post('/email/primary', { otp: await readCode(vault, email) })).toMatchObject({
    status: 200,
  })
  expect(await readMails(vault, other)).toEqual([])
  expect(await readMails(vault, next)).toHaveLength(1)
})

test('error: a code of a change that was replaced at the same moment', async () => {
  const { device, email } = await createWallet()
  const [next, other] = [newEmail(), newEmail()]
  await begin(device, next)
  await vault.database.db
    .updateTable('email_updates')
    .set({ new_email: other })
    .where('new_email', '=', next)
    .execute()
  expect(await device.post('/email/primary', { otp: await readCode(vault, email) })).toMatchObject({
    status: 401,
    body: { code: 'otp.wrong-code' },
  })
  expect(await readMails(vault, other)).toEqual([])
})

test('error: the new address alone changes nothing', async () => {
  const { device } = await createWallet()
  const next = newEmail()
  await begin(device, next)
  expect(await device.post('/email/secondary', { otp: '123456' })).toMatchObject({
    status: 409,
    body: { code: 'email.no-update' },
  })
})

test('error: refuses an address that has a wallet, once it is proven', async () => {
  const [{ device, email }, other] = [await createWallet(), await createWallet()]
  expect(await begin(device, other.email)).toMatchObject({ status: 200 })
  await device.post('/email/primary', { otp: await readCode(vault, email) })
  const otp = await readCode(vault, other.email)
  expect(await device.post('/email/secondary', { otp })).toMatchObject({
    status: 409,
    body: { code: 'email.in-use' },
  })
  expect(await canRecover(other.email, other.walletId)).toBe(true)
})

test('error: a device that has logged in to another account since', async () => {
  const { device, email } = await createWallet()
  const next = newEmail()
  expect(await begin(device, next)).toMatchObject({ status: 200 })
  const otp = await readCode(vault, email)
  await logIn(device, newEmail())
  expect(await device.post('/email/primary', { otp })).toMatchObject({
    status: 409,
    body: { code: 'email.no-update' },
  })
  expect(await readMails(vault, next)).toEqual([])
})

test('error: needs a login on this device', async () => {
  const device = await createTestDevice(vault)
  expect(await begin(device, newEmail())).toMatchObject({
    status: 401,
    body: { code: 'login.required' },
  })
})

describe('the first address of an account of another site', () => {
  /** Logs in at a site on the dashboard, and stores a share. */
  async function createSocialWallet(appOrigin = FRAME_ORIGIN) {
    const device = await createSigningDevice({
      baseUrl: () => vault.url,
      pageOrigin: FRAME_ORIGIN,
      appOrigin,
    })
    const identity = { provider: 'google', subject: randomUUID(), email: newEmail(), name: null }
    await vault.database.db
      .transaction()
      .execute((trx) => storeLogin(trx, device.id, identity as Identity))
    const walletId = randomUUID()
    const share = randomBytes(21).toString('base64url')
    expect((await device.post('/recovery/put', { walletId, share })).status).toBe(200)
    return { device, identity, walletId, share }
  }

  async function addEmail(device: SigningDevice, email: string) {
    expect(await begin(device, email)).toMatchObject({
      status: 200,
      body: { action: 'VERIFY_SECONDARY_OTP', currentEmail: null },
    })
    return await device.post('/email/secondary', { otp: await readCode(vault, email) })
  }

  test('needs its code only, and custody’s receipt; both logins then open the wallet', async () => {
    const { device, identity, walletId } = await createSocialWallet()
    const email = newEmail()
    const { status, body } = await addEmail(device, email)
    expect(status).toBe(200)
    expect(LoginAssertion.parse(decodeJwt(String(body['assertion'])))).toMatchObject({
      identity: { provider: 'email', subject: email },
      previous: { provider: 'google', subject: identity.subject },
    })
    expect(await canRecover(email, walletId)).toBe(false)
    expect(await finish(device, { walletId, email })).toMatchObject({
      status: 200,
      body: { email },
    })
    expect(await canRecover(email, walletId)).toBe(true)
  })

  test('is taken back when custody says so, on the word of a login at the site', async () => {
    const { device, identity, walletId } = await createSocialWallet()
    const email = newEmail()
    await addEmail(device, email)
    await finish(device, { walletId, email })
    const undone = { walletId, email: null, undoneAt: nowS() }
    const reader = await createTestDevice(vault)
    await logIn(reader, email)
    expect(await finish(reader, undone)).toMatchObject({
      status: 401,
      body: { code: 'login.required' },
    })
    await vault.database.db
      .transaction()
      .execute((trx) => storeLogin(trx, device.id, identity as Identity))
    expect(await finish(device, undone)).toMatchObject({ status: 200, body: { email: null } })
    expect(await finish(device, undone)).toMatchObject({ status: 200 })
    expect(await canRecover(email, walletId)).toBe(false)
    const { publicKey: ecdhKey } = await createEcdhKeys()
    expect((await device.post('/recovery/release', { walletId, ecdhKey })).status).toBe(200)
  })

  test('error: within an app, or after more than five minutes', async () => {
    const inApp = await createSocialWallet('https://app.example')
    expect(await begin(inApp.device, newEmail())).toMatchObject({
      status: 409,
      body: { code: 'email.no-update' },
    })
    const late = await createSocialWallet()
    await sql`update logins set auth_time = auth_time - 301 where device_id = ${late.device.id}`.execute(
      vault.database.db,
    )
    expect(await begin(late.device, newEmail())).toMatchObject({
      status: 401,
      body: { code: 'login.required' },
    })
  })
})
