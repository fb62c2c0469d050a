import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import {
  RECEIPT_ALGORITHM,
  RECEIPT_AUDIENCE,
  RECEIPT_ISSUER,
  RECEIPT_TYPE,
} from '@bullring/login-api/vault-api/email-receipt'
import { recoveryProof } from '@bullring/login-api/vault-api/passkeys'
import { SESSION_RECEIPT_TYPE } from '@bullring/login-api/vault-api/session-receipt'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sendPasskeyMails } from '../recovery/send-passkey-mails.ts'
import { readCode, readMails } from '../testing/read-code.ts'
import { startTestVault, type TestVault } from '../testing/start-test-vault.ts'
import { createEcdhKeys, createTestDevice, type TestDevice } from '../testing/test-device.ts'

let vault: TestVault

beforeAll(async () => {
  vault = await startTestVault(inject('postgresUrl'))
})
afterAll(() => vault.stop())

const random = (length: number) => randomBytes(length).toString('base64url')

const newPasskey = () => ({
  credentialId: random(16),
  salt: random(32),
  encryptedShare: random(49),
})

async function logIn(device: TestDevice, email: string): Promise<void> {
  await device.post('/otp/send', { email, purpose: 'login' })
  const otp = await readCode(vault, email)
  expect(await device.post('/otp/verify', { email, purpose: 'login', otp })).toMatchObject({
    status: 200,
  })
}

/** Logs a device in and stores the share of a new wallet. */
async function createWallet() {
  const device = await createTestDevice(vault)
  const email = `${randomUUID()}@example.com`
  await logIn(device, email)
  const walletId = randomUUID()
  const bytes = randomBytes(21)
  const share = bytes.toString('base64url')
  await device.post('/recovery/put', { walletId, share })
  const proof = Buffer.from(await recoveryProof(walletId, bytes)).toString('base64url')
  return { device, email, walletId, share, proof }
}

type Wallet = Awaited<ReturnType<typeof createWallet>>

function put({ device, walletId, proof }: Wallet, passkey = newPasskey()) {
  return device.post('/passkeys/put', { walletId, proof, label: 'Chrome on Linux', passkey })
}

async function release({ device, walletId }: Wallet) {
  const { publicKey } = await createEcdhKeys()
  return await device.post('/recovery/release', { walletId, ecdhKey: publicKey })
}

/** Creates a wallet that needs its only passkey. */
async function createProtectedWallet() {
  const wallet = await createWallet()
  const passkey = newPasskey()
  expect(await put(wallet, passkey)).toMatchObject({ status: 200 })
  const { device, walletId, proof } = wallet
  const { credentialId } = passkey
  const required = await device.post('/passkeys/require', { walletId, proof, credentialId })
  expect(required).toMatchObject({ status: 200 })
  return { ...wallet, passkey }
}

function storedColumns(walletId: string) {
  return vault.database.db
    .selectFrom('recovery_shares')
    .select(['kek_id', 'wrapped_key', 'ciphertext'])
    .where('wallet_id', '=', walletId)
    .executeTakeFirst()
}

describe('a passkey', () => {
  test('is stored besides the plain share, which remains until it is required', async () => {
    const wallet = await createWallet()
    const passkey = newPasskey()
    expect(await put(wallet, passkey)).toMatchObject({ status: 200 })
    const { device, walletId } = wallet
    expect(await device.post('/passkeys/list', { walletId })).toMatchObject({
      body: {
        isRequired: false,
        passkeys: [{ credentialId: passkey.credentialId, label: 'Chrome on Linux' }],
      },
    })
    expect(await release(wallet)).toMatchObject({
      body: { sealed: { ciphertext: expect.any(String) }, passkeys: [] },
    })
  })

  test('error: has a name that can be stored', async () => {
    const { device, walletId, proof } = await createWallet()
    const body = { walletId, proof, label: 'a\0b', passkey: newPasskey() }
    expect(await device.post('/passkeys/put', body)).toMatchObject({ status: 422 })
  })

  test('is the only way to the share once it is required', async () => {
    const wallet = await createProtectedWallet()
    expect(await storedColumns(wallet.walletId)).toEqual({
      kek_id: null,
      wrapped_key: null,
      ciphertext: null,
    })
    expect(await release(wallet)).toMatchObject({
      body: { sealed: null, passkeys: [wallet.passkey] },
    })
    const [notice] = await readMails(vault, wallet.email)
    expect(notice?.subject).toBe('Your wallet was unlocked after a login')
    const subjects = (await readMails(vault, wallet.email)).map(({ subject }) => subject)
    expect(subjects).toContain('A passkey now protects your wallet')
    expect(subjects).toContain('A passkey was added to your wallet')
  })

  test('can be required twice, also at once', async () => {
    const wallet = await createWallet()
    const passkey = newPasskey()
    await put(wallet, passkey)
    const { device, walletId, proof } = wallet
    const body = { walletId, proof, credentialId: passkey.credentialId }
    const replies = await Promise.all([1, 2, 3].map(() => device.post('/passkeys/require', body)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('error: no request without the proof changes anything', async () => {
    const wallet = await createProtectedWallet()
    const { device, walletId, share, passkey } = wallet
    const { credentialId } = passkey
    const wrong = random(32)
    expect(await put({ ...wallet, proof: wrong })).toMatchObject({
      status: 403,
      body: { code: 'passkeys.proof' },
    })
    for (const body of [
      { proof: null, share: null },
      { proof: wrong, share },
      { proof: null, share },
      { proof: wallet.proof, share: null },
      { proof: wallet.proof, share: random(21) },
    ]) {
      const reply = await device.post('/passkeys/remove', { walletId, credentialId, ...body })
      expect(reply).toMatchObject({ status: 403 })
    }
    expect(await release(wallet)).toMatchObject({ body: { sealed: null, passkeys: [passkey] } })
  })

  test('error: the plain share is not deleted without a stored passkey', async () => {
    const wallet = await createWallet()
    const { device, walletId, proof } = wallet
    const body = { walletId, proof, credentialId: random(16) }
    expect(await device.post('/passkeys/require', body)).toMatchObject({
      status: 404,
      body: { code: 'passkeys.unknown' },
    })
    expect((await storedColumns(walletId))?.ciphertext).not.toBeNull()
  })

  test('that is the last one is exchanged for the plain share; another one is not', async () => {
    const wallet = await createProtectedWallet()
    const { device, walletId, proof, share, passkey } = wallet
    const second = newPasskey()
    expect(await put(wallet, second)).toMatchObject({ status: 200 })
    const remove = (credentialId: string, restored: string | null) =>
      device.post('/passkeys/remove', { walletId, credentialId, proof, share: restored })
    expect(await remove(second.credentialId, null)).toMatchObject({ status: 200 })
    expect((await storedColumns(walletId))?.ciphertext).toBeNull()
    expect(await remove(passkey.credentialId, share)).toMatchObject({ status: 200 })
    expect((await storedColumns(walletId))?.ciphertext).not.toBeNull()
    expect(await release(wallet)).toMatchObject({
      body: { sealed: { ciphertext: expect.any(String) }, passkeys: [] },
    })
  })

  test('of two removals at once, one wins: a passkey or the plain share remains', async () => {
    const wallet = await createProtectedWallet()
    const { device, walletId, proof, passkey } = wallet
    const second = newPasskey()
    await put(wallet, second)
    const replies = await Promise.all(
      [passkey, second].map(({ credentialId }) =>
        device.post('/passkeys/remove', { walletId, credentialId, proof, share: null }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  test('error: neither another account nor an old login reads or changes it', async () => {
    const wallet = await createProtectedWallet()
    const stranger = await createTestDevice(vault)
    await logIn(stranger, `${randomUUID()}@example.com`)
    const { walletId, device } = wallet
    expect(await stranger.post('/passkeys/list', { walletId })).toMatchObject({ status: 404 })
    expect(await put({ ...wallet, device: stranger })).toMatchObject({ status: 404 })
    await sql`update logins set auth_time = auth_time - 301 where device_id = ${device.id}`.execute(
      vault.database.db,
    )
    expect(await put(wallet)).toMatchObject({ status: 401, body: { code: 'login.required' } })
    expect(await device.post('/passkeys/list', { walletId })).toMatchObject({ status: 401 })
  })

  describe('after five minutes, with custody’s receipt of the session', () => {
    /** Signs what custody signs for a device that it has not revoked. */
    function signReceipt(
      { device, walletId }: Pick<Wallet, 'device' | 'walletId'>,
      { typ = SESSION_RECEIPT_TYPE, key = vault.keys.receiptKey, age = 0 } = {},
    ): Promise<string> {
      const issuedAt = Math.floor(Date.now() / 1_000) - age
      return new SignJWT({ device: device.id, walletId })
        .setProtectedHeader({ alg: RECEIPT_ALGORITHM, typ })
        .setIssuer(RECEIPT_ISSUER)
        .setAudience(RECEIPT_AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + 60)
        .sign(key)
    }

    async function createOldLogin(seconds: number) {
      const wallet = await createProtectedWallet()
      await sql`update logins set auth_time = auth_time - ${seconds}
        where device_id = ${wallet.device.id}`.execute(vault.database.db)
      const list = (receipt: string | null) =>
        wallet.device.post('/passkeys/list', { walletId: wallet.walletId, receipt })
      return { ...wallet, list }
    }

    test('a login of seven days names the account', async () => {
      const { list, ...wallet } = await createOldLogin(6 * 86_400)
      expect(await list(await signReceipt(wallet))).toMatchObject({ status: 200 })
    })

    test('error: without one, which custody gives no revoked device, and with another’s', async () => {
      const { list, ...wallet } = await createOldLogin(301)
      const other = await createWallet()
      const { privateKey: key } = generateKeyPairSync('ed25519')
      for (const receipt of [
        null,
        await signReceipt(wallet, { age: 71 }),
        await signReceipt(wallet, { key }),
        await signReceipt(wallet, { typ: RECEIPT_TYPE }),
        await signReceipt({ ...wallet, device: other.device }),
        await signReceipt({ ...wallet, walletId: other.walletId }),
      ]) {
        expect(await list(receipt)).toMatchObject({ status: 401, body: { code: 'login.required' } })
      }
    })

    test('error: a login of more than seven days', async () => {
      const { list, ...wallet } = await createOldLogin(7 * 86_400 + 1)
      expect(await list(await signReceipt(wallet))).toMatchObject({ status: 401 })
    })
  })

  test('the plain share that it takes the place of is held for four days, and then deleted', async () => {
    const { db } = vault.database
    const [recent, older] = [await createProtectedWallet(), await createProtectedWallet()]
    const held = async () => {
      const { rows } = await sql<{ wallet_id: string; dump: string }>`select wallet_id,
        row_to_json(h)::text as dump from held_shares h
        where wallet_id in (${recent.walletId}, ${older.walletId})`.execute(db)
      return rows
    }
    expect(await held()).toHaveLength(2)
    for (const { dump } of await held()) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        expect(dump).not.toContain(Buffer.from(recent.share, 'base64url').toString(encoding))
      }
    }
    await sql`update held_shares set held_at = held_at - ${4 * 86_400} + 60
      where wallet_id = ${recent.walletId}`.execute(db)
    await sql`update held_shares set held_at = held_at - ${4 * 86_400}
      where wallet_id = ${older.walletId}`.execute(db)
    await vault.restart({})
    await expect
      .poll(async () => (await held()).map(({ wallet_id }) => wallet_id), { timeout: 60_000 })
      .toEqual([recent.walletId])
  })

  test('a protected wallet survives the exchange of the key-encryption key', async () => {
    const wallet = await createProtectedWallet()
    const next = `next=${randomBytes(32).toString('base64')}`
    const plain = await createWallet()
    await vault.restart({ VAULT_KEKS: `${next},${vault.keys.keks}` })
    await expect
      .poll(async () => (await storedColumns(plain.walletId))?.kek_id, { timeout: 30_000 })
      .toBe('next')
    const heldKey = () =>
      vault.database.db
        .selectFrom('held_shares')
        .select('kek_id')
        .where('wallet_id', '=', wallet.walletId)
        .executeTakeFirst()
    await expect.poll(heldKey, { timeout: 30_000 }).toEqual({ kek_id: 'next' })
    expect(await release(wallet)).toMatchObject({ body: { passkeys: [wallet.passkey] } })
  })
})

const SUBJECTS = {
  added: 'A passkey was added to your wallet',
  required: 'A passkey now protects your wallet',
  removed: 'A passkey was removed from your wallet',
  undone: 'Your wallet’s passkeys were changed back',
} as const

/** Returns the token of the link in the newest mail about a change. */
async function readUndoToken(email: string, kind: keyof typeof SUBJECTS): Promise<string> {
  const mails = await readMails(vault, email)
  const mail = mails.find(({ subject }) => subject === SUBJECTS[kind])
  const link = mail?.links.find((each) => each.startsWith(`${vault.url}/passkeys/undo?t=`))
  return new URL(link ?? 'none:').searchParams.get('t') ?? ''
}

/** Presses a button of the page behind a link. Returns the page's text. */
async function press(token: string, decision = 'undo', origin = vault.url): Promise<string> {
  const response = await fetch(`${vault.url}/passkeys/undo`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ t: token, decision }),
  })
  return await response.text()
}

/** Logs the owner in on another device. */
async function logInElsewhere(wallet: Wallet): Promise<Wallet> {
  await sql`delete from limit_events where key = ${wallet.email}`.execute(vault.database.db)
  const device = await createTestDevice(vault)
  await logIn(device, wallet.email)
  return { ...wallet, device }
}

const isAdded = ({ subject }: { subject: string }) => subject === SUBJECTS.added

describe('the link in the mail about a change of passkeys', () => {
  test('gives the wallet back to the owner after a reader of the mailbox has added a passkey', async () => {
    const owner = await createProtectedWallet()
    const page = await fetch(
      `${vault.url}/passkeys/undo?t=${await readUndoToken(owner.email, 'added')}`,
    )
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('Undo this change of your passkeys?')
    // Opening it decides nothing.
    expect(await release(owner)).toMatchObject({ body: { sealed: null } })
    expect(await press(await readUndoToken(owner.email, 'added'))).toContain('Change undone')
    // Logins from before are over.
    expect(await release(owner)).toMatchObject({ status: 401, body: { code: 'login.required' } })
    const again = await logInElsewhere(owner)
    expect(await release(again)).toMatchObject({
      body: { sealed: { ciphertext: expect.any(String) }, passkeys: [] },
    })
    const notice = (await readMails(vault, owner.email)).find(
      ({ subject }) => subject === SUBJECTS.undone,
    )
    expect(notice?.text).toContain('was undone')
  })

  test('brings back a passkey that someone has exchanged for another one, even after four days', async () => {
    const owner = await createProtectedWallet()
    const { db } = vault.database
    await sql`delete from held_shares where wallet_id = ${owner.walletId}`.execute(db)
    const foreign = newPasskey()
    await put(owner, foreign)
    const token = await readUndoToken(owner.email, 'added')
    const { device, walletId, proof, passkey } = owner
    const { credentialId } = passkey
    const removal = { walletId, credentialId, proof, share: null }
    expect(await device.post('/passkeys/remove', removal)).toMatchObject({ status: 200 })
    // Not even by taking its name elsewhere.
    await put(await createWallet(), { ...newPasskey(), credentialId })
    expect(await press(token)).toContain('Change undone')
    const again = await logInElsewhere(owner)
    expect(await release(again)).toMatchObject({ body: { sealed: null, passkeys: [passkey] } })
  })

  test('protects the wallet again after its last passkey was removed', async () => {
    const owner = await createProtectedWallet()
    const { device, walletId, proof, share, passkey } = owner
    const { credentialId } = passkey
    await device.post('/passkeys/remove', { walletId, credentialId, proof, share })
    expect(await release(owner)).toMatchObject({ body: { passkeys: [] } })
    await press(await readUndoToken(owner.email, 'removed'))
    const again = await logInElsewhere(owner)
    expect(await release(again)).toMatchObject({ body: { sealed: null, passkeys: [passkey] } })
    // The proof is of the same share as before.
    expect(await put(again)).toMatchObject({ status: 200 })
    expect((await storedColumns(walletId))?.ciphertext).toBeNull()
  })

  test('undoes what came later, too, whose links are over', async () => {
    const owner = await createProtectedWallet()
    const first = await readUndoToken(owner.email, 'added')
    const { device, walletId, proof, share, passkey } = owner
    const { credentialId } = passkey
    await device.post('/passkeys/remove', { walletId, credentialId, proof, share })
    const later = await readUndoToken(owner.email, 'removed')
    await press(first)
    await press(first)
    await press(later)
    const again = await logInElsewhere(owner)
    expect(await release(again)).toMatchObject({ body: { passkeys: [] } })
  })

  test('an undo can be undone', async () => {
    const owner = await createProtectedWallet()
    await press(await readUndoToken(owner.email, 'added'))
    await press(await readUndoToken(owner.email, 'undone'))
    const again = await logInElsewhere(owner)
    expect(await release(again)).toMatchObject({
      body: { sealed: null, passkeys: [owner.passkey] },
    })
  })

  test('error: too late, unknown, or pressed by the page of another origin', async () => {
    const owner = await createProtectedWallet()
    const token = await readUndoToken(owner.email, 'added')
    await press(token, 'undo', 'https://elsewhere.example')
    await press(token, 'approve')
    await press(random(32))
    expect(await press('none')).toContain('Unknown link')
    await sql`update passkey_changes set changed_at = changed_at - ${72 * 3_600}
      where wallet_id = ${owner.walletId}`.execute(vault.database.db)
    expect(await press(token)).toContain('Link expired')
    expect(await release(owner)).toMatchObject({ body: { sealed: null } })
  })

  test('is mailed later when the mail failed, which keeps no other mail back', async () => {
    const [first, second] = [await createWallet(), await createWallet()]
    const { db } = vault.database
    const other = `${randomUUID()}@example.com`
    await sql`insert into passkey_changes (wallet_id, kind, was_required, passkeys_before, emails, changed_at)
      values (${first.walletId}, 'added', false, '[]', '{not an address}', ${Math.floor(Date.now() / 1_000)})`.execute(
      db,
    )
    await put(second)
    expect(await readUndoToken(second.email, 'added')).not.toBe('')
    expect(await readUndoToken(first.email, 'added')).not.toBe('')
    await sql`update passkey_changes set emails = ${[other]}::text[] where wallet_id = ${first.walletId}`.execute(
      db,
    )
    await vault.restart({})
    await expect.poll(() => readUndoToken(other, 'added'), { timeout: 60_000 }).not.toBe('')
    const added = (await readMails(vault, first.email)).filter(isAdded)
    expect(added).toHaveLength(1)
  })

  test('is mailed once, also by two processes at the same time', async () => {
    const wallet = await createWallet()
    await put(wallet)
    const { db } = vault.database
    await sql`update passkey_changes set notified_at = null where wallet_id = ${wallet.walletId}`.execute(
      db,
    )
    const count = async () => (await readMails(vault, wallet.email)).filter(isAdded).length
    expect(await count()).toBe(1)
    const sent: string[] = []
    const deps = {
      db,
      sendMail: (to: string) => {
        sent.push(to)
        return Promise.resolve()
      },
      publicOrigin: () => vault.url,
      log: pino({ level: 'silent' }),
    }
    await Promise.all([sendPasskeyMails(deps), sendPasskeyMails(deps), sendPasskeyMails(deps)])
    expect(sent).toEqual([wallet.email])
  })
})
