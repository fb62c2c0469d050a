import { randomBytes, randomUUID } from 'node:crypto'
import { readEntropy } from '@bullring/frame/keys/secret'
import { combineShares, type Share } from '@bullring/frame/keys/shares'
import { deriveWalletKeys, toRecoveryPhrase } from '@bullring/frame/keys/wallet-keys'
import { removeDevice } from '@bullring/frame/login/remove-device'
import { readRecoveryShares, readVaultShare } from '@bullring/frame/login/wallet-enrolment'
import { fromBase64Url, toBase64Url } from '@bullring/login-api/base64url'
import { recoveryProof } from '@bullring/login-api/vault-api/passkeys'
import { createSigningDevice } from '@bullring/login-server/testing/signing-device'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { enrolOwnDevice, joinStoredShares, type Loot } from './support/attacker.ts'
import { dumpDatabase, spellings } from './support/dump-database.ts'
import { holdTable } from './support/hold-table.ts'
import {
  approve,
  type Browser,
  forgetMails,
  openBrowser,
  readCode,
  readLinkToken,
} from './support/open-browser.ts'
import { startWalletServices, type WalletServices } from './support/wallet-services.ts'

let services: WalletServices

beforeAll(async () => {
  services = await startWalletServices(inject('postgresUrl'))
})
afterAll(() => services.stop())

const newEmail = () => `${randomUUID()}@example.com`

/** A user with a wallet on two devices. */
async function createUser() {
  const email = newEmail()
  const [browser, other] = [await openBrowser(services), await openBrowser(services)]
  const evm = await browser.signIn(email)
  expect(await other.signIn(email)).toBe(evm)
  const { session, wallet } = await browser.page().session.require()
  return { browser, other, email, evm, walletId: wallet.id, userId: session.user.id }
}

type User = Awaited<ReturnType<typeof createUser>>

/** Signs with a device that an attacker has enrolled. Returns the signer, or the error that stopped the attack. */
async function attack(loot: Loot, victim: User) {
  try {
    const attacker = await enrolOwnDevice(services, loot, victim)
    const message = 'all of it to me'
    return await recoverMessageAddress({ message, signature: await attacker.sign(message) })
  } catch (error) {
    return error
  }
}

describe('an attacker with the database, the keys and the API of', () => {
  test('the core alone: joins no key, and enrols no device', async () => {
    const victim = await createUser()
    const loot = { core: true, vault: false }
    expect(await joinStoredShares(services, loot)).toEqual([])
    // The core's share is in the attacker's hands. The vault's is not.
    expect(await attack(loot, victim)).toMatchObject({ status: 401, problemCode: 'login.required' })
  })

  test('the vault alone: joins no key, and enrols no device', async () => {
    const victim = await createUser()
    const loot = { core: false, vault: true }
    expect(await joinStoredShares(services, loot)).toEqual([])
    expect(await attack(loot, victim)).toMatchObject({
      status: 403,
      problemCode: 'session.device-not-approved',
    })
  })

  test('both services: takes the wallet, as custody.md says', async () => {
    const victim = await createUser()
    const loot = { core: true, vault: true }
    expect(await joinStoredShares(services, loot)).toContain(victim.evm)
    expect(await attack(loot, victim)).toBe(victim.evm)
  })

  test('neither: is no user', async () => {
    const victim = await createUser()
    expect(await attack({ core: false, vault: false }, victim)).toMatchObject({
      status: 401,
      problemCode: 'session.invalid-assertion',
    })
  })
})

/** Has strangers request links and codes for an address, each from another IP address. */
async function flood(
  email: string,
  { strangers, rounds }: { strangers: number; rounds: number },
): Promise<void> {
  const { custody, vault } = services
  const origin = custody.url()
  await Promise.all(
    Array.from({ length: strangers }, async () => {
      const at = (baseUrl: string) =>
        createSigningDevice({ baseUrl: () => baseUrl, pageOrigin: origin })
      const [core, codes] = await Promise.all([at(custody.url()), at(vault.url())])
      for (let round = 0; round < rounds; round += 1) {
        await core.post('/core/email/start', { email })
        await codes.post('/otp/send', { email, purpose: 'login' })
      }
    }),
  )
}

/** Each of the strangers has another IP address; from each, requests of two kinds. */
const FLOOD = { strangers: 200, rounds: 2 }

describe('strangers who name the address of an owner', () => {
  beforeAll(async () => {
    await services.custody.restart({ TRUST_PROXY: 'true' })
    await services.vault.restart({ TRUST_PROXY: 'true' })
  })

  test('flood it from 200 IP addresses: a new device logs in with the latest mail', async () => {
    const { email, evm } = await createUser()
    await forgetMails(services, email)
    await flood(email, FLOOD)
    const device = await openBrowser(services)
    const { login, session } = device.page()
    const refused = await login.start(email, null).catch((error: unknown) => error)
    expect(refused).toMatchObject({ problemCode: 'custody.use-latest-mail' })
    const [code = ''] = /\b[2-9A-Z]{8}\b/.exec(String(refused)) ?? []
    await approve(services, await readLinkToken(services, email), '/device', code)
    // The strangers go on.
    await flood(email, { strangers: 20, rounds: 2 })
    expect(await login.start(email, null)).toMatchObject({ action: 'VERIFY_OTP' })
    const verified = await login.verify(await readCode(services, email))
    expect((await session.open(verified)).wallet.evm).toBe(evm)
  })
})

/** Presses the button of the mail about a change of address. */
async function undoChange(email: string): Promise<string> {
  const url = services.custody.url()
  const response = await fetch(`${url}/email-change`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ t: await readLinkToken(services, email), decision: 'undo' }),
  })
  return await response.text()
}

/** Makes a passkey of the attacker's the only way to enrol a device. Returns the proof that it opens the share. */
async function addPasskey({ browser, walletId }: User): Promise<string> {
  const { vault } = browser.page()
  const share = await readVaultShare(browser.page(), walletId)
  const proof = toBase64Url(await recoveryProof(walletId, share))
  const random = (length: number) => randomBytes(length).toString('base64url')
  const passkey = { credentialId: random(16), salt: random(32), encryptedShare: random(49) }
  await vault.putPasskey({ walletId, proof, label: 'Attacker', passkey })
  await vault.requirePasskey({ walletId, proof, credentialId: passkey.credentialId })
  return proof
}

/** Changes the address without the page, which would ask the browser for the passkey. */
async function changeEmail(
  { browser, email, walletId }: User,
  newEmail: string,
  proof: string | null,
): Promise<void> {
  const { custody, vault, session } = browser.page()
  const { token } = await session.require()
  await forgetMails(services, email)
  await vault.updateEmail({ email: newEmail, walletId, proof })
  await custody.startEmailChange(newEmail, token)
  await approve(services, await readLinkToken(services, email), '/email-change')
  await vault.confirmPrimaryEmail({ otp: await readCode(services, email, /current email/) })
  const otp = await readCode(services, newEmail, /new email/)
  const { assertion } = await vault.confirmSecondaryEmail({ otp })
  await custody.applyEmailChange(assertion, token)
  const { receipt } = await custody.readEmailReceipt(token)
  await vault.finishEmailUpdate(receipt ?? '')
}

describe('a thief of the mailbox and of an unlocked device', () => {
  test.each(['before', 'after'])(
    'who adds a passkey %s changing the address is out once the owner undoes the change',
    async (time) => {
      const user = await createUser()
      const { token } = await user.browser.page().session.require()
      // The owner's other device goes first.
      await removeDevice(
        user.browser.page(),
        { token, walletId: user.walletId },
        user.other.device.id,
      )
      const next = newEmail()
      const proof = time === 'before' ? await addPasskey(user) : null
      await changeEmail(user, next, proof)
      if (time === 'after') await addPasskey(user)
      await expect
        .poll(() => undoChange(user.email), { timeout: 60_000 })
        .toContain('Change undone')
      const owner = await openBrowser(services)
      expect(await owner.signIn(user.email)).toBe(user.evm)
      const message = 'mine again'
      const signature = await owner.sign(message)
      expect(await recoverMessageAddress({ message, signature })).toBe(user.evm)
      await expect(user.browser.sign(message)).rejects.toMatchObject({ status: 401 })
      // The thief's own address leads to no wallet any more.
      const thief = await openBrowser(services)
      expect(await thief.signIn(next)).not.toBe(user.evm)
    },
  )
})

/** Everything that must stay secret about a user's wallet. */
async function secretsOf({ browser, walletId }: User) {
  const { custody, shares, session } = browser.page()
  const { token } = await session.require()
  const [recovery, vault] = await readRecoveryShares(browser.page(), token, walletId)
  const purpose = { method: 'personal_sign', digest: randomBytes(32).toString('base64url') }
  const auth = fromBase64Url((await custody.readAuthShare({ walletId, ...purpose }, token)).share)
  const device = (await shares.read(walletId))?.share as Share
  const entropy = await readEntropy(await combineShares(device, auth))
  const { evmKey, solanaKey } = await deriveWalletKeys(entropy)
  const words = toRecoveryPhrase(entropy)
  return { device, auth, recovery, vault, entropy, evmKey, solanaKey, words, token }
}

/** Records the frame's requests by service. */
function recordRequests() {
  const { fetch } = globalThis
  const sent = { custody: '', vault: '' }
  globalThis.fetch = (input, init) => {
    const request = `${String(input)} ${JSON.stringify(init?.headers)} ${String(init?.body)}\n`
    for (const name of ['custody', 'vault'] as const) {
      if (String(input).startsWith(services[name].url())) sent[name] += request
    }
    return fetch(input, init)
  }
  return {
    sent,
    [Symbol.dispose]: () => {
      globalThis.fetch = fetch
    },
  }
}

test('the code of a login goes to the vault only, the token of its link to the core only', async () => {
  const { email } = await createUser()
  const browser = await openBrowser(services)
  using recorded = recordRequests()
  await browser.signIn(email)
  const [code, token] = [await readCode(services, email), await readLinkToken(services, email)]
  const { custody, vault } = recorded.sent
  expect(vault).toContain(`"otp":"${code}"`)
  expect(custody).toContain('/core/session/open')
  expect(custody).not.toMatch(new RegExp(`otp|\\b${code}\\b`))
  expect(custody).toContain(token)
  expect(vault).not.toContain(token)
})

describe('what a thief finds', () => {
  test('in dumps of both databases, in the logs and in the mails: no secret that is of use', async () => {
    const user = await createUser()
    const secrets = await secretsOf(user)
    const mailbox = await (await fetch(`${services.mail.inboxUrl}/mails.json`)).text()
    const linkToken = await readLinkToken(services, user.email)
    const dumps = {
      custody: await dumpDatabase(services.custody.database.db),
      vault: await dumpDatabase(services.vault.database.db),
    }
    for (const dump of Object.values(dumps)) expect(dump).toContain(user.email)
    // Bytes would be found: the address is public.
    expect(
      spellings(Buffer.from(user.evm.slice(2), 'hex')).some((each) => dumps.custody.includes(each)),
    ).toBe(true)
    const log = [...services.custody.log, ...services.vault.log].join('\n')
    expect(log).toContain('/core/wallet/recovery-auth')
    const places = { ...dumps, log, mailbox }
    const hidden = { ...secrets, linkToken }
    const found = Object.entries(places).flatMap(([place, text]) =>
      Object.entries(hidden)
        .filter(([, secret]) => spellings(secret).some((each) => text.includes(each)))
        .map(([name]) => `${name} in ${place}`),
    )
    // The mail alone contains the link. Codes are too short to search for: see the vault's own test.
    expect(found).toEqual(['linkToken in mailbox'])
  })

  test('in the access log: the route, never the URL with its tokens', async () => {
    const token = randomBytes(32).toString('base64url')
    const { custody, vault } = services
    for (const path of [
      `/device?t=${token}`,
      `/device/${token}`,
      `/oauth/callback/google?code=${token}&state=${token}`,
      `/core/${token}?t=${token}`,
      `/sdk?projectId=${token}`,
    ]) {
      await fetch(`${custody.url()}${path}`)
      await fetch(`${vault.url()}${path}`)
    }
    const body = new URLSearchParams({ t: token, decision: 'approve' })
    await fetch(`${custody.url()}/device?t=${token}`, { method: 'POST', body })
    const deliver = JSON.stringify({ uri: `https://wallet.example/?state=${token}&code=${token}` })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${vault.url()}/oauth/deliver?code=${token}`, {
      method: 'POST',
      headers,
      body: deliver,
    })
    await expect
      .poll(() => custody.log.filter((line) => line.includes('"POST","route":"/device"')))
      .not.toEqual([])
    expect([...custody.log, ...vault.log].filter((line) => line.includes(token))).toEqual([])
  })
})

describe('at the same time', () => {
  test('a revocation that is confirmed is followed by no release of a share', async () => {
    const { browser, other, walletId } = await createUser()
    const { db } = services.custody.database
    for (const releasing of ['auth-share', 'recovery-auth'] as const) {
      const { token } = await other.page().session.require()
      const held = await holdTable(db, 'release_log')
      const { custody } = other.page()
      const purpose = { method: 'personal_sign', digest: 'A'.repeat(43) }
      const released = (
        releasing === 'auth-share'
          ? custody.readAuthShare({ walletId, ...purpose }, token)
          : custody.readRecoveryShare(token)
      ).then(
        () => true,
        () => false,
      )
      await held.untilWaiting(1)
      let isConfirmed = false
      const owner = await browser.page().session.require()
      const own = { token: owner.token, walletId }
      const revoked = removeDevice(browser.page(), own, other.device.id).then(() => {
        isConfirmed = true
      })
      await expect.poll(async () => isConfirmed || (await held.waiting()) === 2).toBe(true)
      const wasConfirmed = isConfirmed
      await held.release()
      expect({ wasConfirmed, released: await released }).not.toEqual({
        wasConfirmed: true,
        released: true,
      })
      await revoked
      expect(
        await services.custody.database.db
          .selectFrom('sessions')
          .select('device_id')
          .where('device_id', '=', other.device.id)
          .execute(),
      ).toEqual([])
      await other.signIn((await browser.page().session.require()).session.user.email ?? '')
    }
  })

  test('a link that is approved while its device is revoked lets no one in', async () => {
    const user = await createUser()
    const { browser, other, email, walletId } = user
    const { db } = services.custody.database
    const { token } = await browser.page().session.require()
    await removeDevice(browser.page(), { token, walletId }, other.device.id)
    await forgetMails(services, email)
    await other.page().login.start(email, null)
    const link = await readLinkToken(services, email)
    const held = await holdTable(db, 'trusted_devices')
    // The link is unknown to an approval that comes after the revocation.
    const approving = approve(services, link).catch((error: unknown) =>
      expect(String(error)).toContain('status 404'),
    )
    await held.untilWaiting(1)
    const revoking = removeDevice(browser.page(), { token, walletId }, other.device.id)
    await held.untilWaiting(2)
    await held.release()
    await Promise.all([approving, revoking])
    const trusted = await db
      .selectFrom('trusted_devices')
      .select('device_id')
      .where('email', '=', email)
      .where('device_id', '=', other.device.id)
      .execute()
    expect(trusted).toEqual([])
  })

  test('of Approve and Reject for one link, one counts', async () => {
    const { email } = await createUser()
    const browser = await openBrowser(services)
    await forgetMails(services, email)
    await browser.page().login.start(email, null)
    const t = await readLinkToken(services, email)
    const texts = await Promise.all(
      ['approve', 'reject', 'approve', 'reject'].map(async (decision) => {
        const body = new URLSearchParams({ t, decision })
        return (await fetch(`${services.custody.url()}/device`, { method: 'POST', body })).text()
      }),
    )
    const outcomes = texts.map((text) => text.includes('Login rejected'))
    expect(new Set(outcomes).size).toBe(1)
    const waited = await browser.page().custody.waitForDevice(email, AbortSignal.timeout(60_000))
    expect(waited).toMatchObject({ state: outcomes[0] ? 'rejected' : 'approved' })
  })

  test('two new devices of a user, and two pages of one device, are enrolled, and all can sign', async () => {
    const { email, evm } = await createUser()
    const browsers: Browser[] = []
    for (let count = 0; count < 2; count += 1) {
      const browser = await openBrowser(services)
      browsers.push(browser)
      await forgetMails(services, email)
      await browser.page().login.start(email, null)
      await approve(services, await readLinkToken(services, email))
      await browser.page().login.waitForDevice()
      const login = await browser.page().login.verify(await readCode(services, email))
      const opened = await browser.page().custody.openSession(login)
      await browser.page().store.write(opened)
      browser.reload()
    }
    // Loading the page finishes the enrolment.
    await Promise.all(
      browsers.flatMap((browser) => {
        const first = browser.page()
        browser.reload()
        return [first.session.current(), browser.page().session.current()]
      }),
    )
    for (const browser of browsers) {
      const signature = await browser.sign('hello')
      expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(evm)
    }
  })
})

test('error: an app that no project lists is refused by the core, whatever its device signs', async () => {
  const browser = await openBrowser(services, 'https://evil.example')
  await expect(browser.page().custody.startEmail(newEmail(), null)).rejects.toMatchObject({
    status: 403,
    problemCode: 'device.unknown-origin',
  })
})

describe('a device whose clock is wrong', () => {
  test.each([-30, 30])('by %i s: the request counts', async (seconds) => {
    const { status } = await startAt(seconds)
    expect(status).toBe(200)
  })

  test.each([-120, 120, -86_400, 86_400 * 365])(
    'by %i s: the frame adopts the clock of the services, and signs in',
    async (seconds) => {
      const { now } = Date
      try {
        Date.now = () => now() + seconds * 1_000
        const browser = await openBrowser(services)
        await browser.signIn(newEmail())
        await browser.sign('hello')
      } finally {
        Date.now = now
      }
    },
  )

  test.each([-120, 120])('error: by %i s, the response says so', async (seconds) => {
    const { status, body } = await startAt(seconds)
    expect([status, body['code']]).toEqual([401, 'device.stale-request'])
    expect(body['detail']).toBe('The clock of this device differs from the server’s.')
  })
})

/** Begins a login on a device whose clock is wrong. */
async function startAt(seconds: number) {
  const device = await createSigningDevice({
    baseUrl: services.custody.url,
    pageOrigin: services.custody.url(),
    nowMs: () => Date.now() + seconds * 1_000,
  })
  return await device.post('/core/email/start', { email: newEmail() })
}
