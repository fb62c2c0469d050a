import { randomBytes } from 'node:crypto'
import { farcasterNonce } from '@bullring/login-api/farcaster-nonce'
import type { LoginEvidence } from '@bullring/login-api/vault-api/login-evidence'
import type { SigningDevice } from '@bullring/login-server/testing/signing-device'
import { type Anvil, startAnvil } from '@bullring/stack/chain/anvil'
import { type LocalFarcasterUser, localFarcasterUser } from '@bullring/stack/farcaster/local-phone'
import { setCustodyAddress } from '@bullring/stack/farcaster/local-registry'
import { type LocalFarcaster, startFarcaster } from '@bullring/stack/farcaster/start-farcaster'
import { type PhoneMessage, signAsPhone } from '@bullring/stack/testing/farcaster-phone'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PUBLIC_ORIGIN, startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import { createDevice, signAssertion } from '../testing/test-user.ts'

const DOMAIN = new URL(PUBLIC_ORIGIN).host

let custody: TestCustody
let anvil: Anvil
let farcaster: LocalFarcaster
let alice: LocalFarcasterUser

beforeAll(async () => {
  ;[custody, anvil] = await Promise.all([
    startTestCustody(inject('postgresUrl')),
    startAnvil({ chainId: 31_337, blockSeconds: null }),
  ])
  farcaster = await startFarcaster({ port: 0, rpcUrl: anvil.rpcUrl })
  await custody.restart(farcaster.variables('CUSTODY'))
  alice = await registered('alice')
})
afterAll(async () => {
  await custody.stop()
  await farcaster.stop()
  await anvil.child.stop(0)
})

/** Someone whose custody address is registered. */
async function registered(name: string) {
  const user = localFarcasterUser(name)
  await setCustodyAddress(anvil.rpcUrl, user.account.address, BigInt(user.fid))
  return user
}

const newSalt = () => randomBytes(32).toString('base64url')

/** Returns the evidence that a phone has signed for a device. */
async function evidenceFor(deviceId: string, answer: PhoneMessage = {}): Promise<LoginEvidence> {
  const salt = newSalt()
  const nonce = await farcasterNonce(deviceId, salt)
  const request = { domain: DOMAIN, uri: `${PUBLIC_ORIGIN}/`, nonce }
  const signed = await signAsPhone(request, { user: alice, ...answer })
  return { kind: 'farcaster', ...signed, salt }
}

/** Opens a session with the vault's assertion, which need not be true. */
async function openSession(device: SigningDevice, evidence?: LoginEvidence, fid = alice.fid) {
  const subject = String(fid)
  const identity = { provider: 'farcaster' as const, subject, email: null, name: 'alice' }
  const claims = { identity, amr: ['farcaster' as const] }
  const assertion = await signAssertion(custody, { email: '', device }, { claims })
  return await device.post('/core/session/open', { assertion, evidence })
}

const OPENED = { status: 200, body: { session: { user: { provider: 'farcaster', email: null } } } }
const REFUSED = { status: 401, body: { code: 'farcaster.refused' } }
const UNPROVEN = { status: 401, body: { code: 'session.invalid-evidence' } }

describe('the core’s own check of a login with Farcaster', () => {
  test('opens sessions of the same user on every device that the phone approved', async () => {
    const users = []
    for (const device of [await createDevice(custody), await createDevice(custody)]) {
      const opened = await openSession(device, await evidenceFor(device.id))
      expect(opened).toMatchObject(OPENED)
      users.push((opened.body as { session: { user: { id: string } } }).session.user.id)
    }
    expect(users[0]).toBe(users[1])
  })

  test('error: the vault’s assertion alone opens nothing', async () => {
    const device = await createDevice(custody)
    expect(await openSession(device)).toMatchObject(UNPROVEN)
    const token: LoginEvidence = { kind: 'access-token', token: 'abc' }
    expect(await openSession(device, token)).toMatchObject(UNPROVEN)
  })

  test('error: a message of one account opens no session of another', async () => {
    const device = await createDevice(custody)
    const bob = await registered('bob')
    expect(await openSession(device, await evidenceFor(device.id), bob.fid)).toMatchObject(UNPROVEN)
  })

  test('error: a message that was signed for another device', async () => {
    const [device, victim] = [await createDevice(custody), await createDevice(custody)]
    const evidence = await evidenceFor(victim.id)
    expect(await openSession(device, evidence)).toMatchObject(REFUSED)
    expect(await openSession(victim, evidence)).toMatchObject(OPENED)
  })

  test('error: the same message again, also when both arrive at once', async () => {
    const device = await createDevice(custody)
    const evidence = await evidenceFor(device.id)
    const both = await Promise.all([openSession(device, evidence), openSession(device, evidence)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await openSession(device, evidence)).toMatchObject(UNPROVEN)
  })

  test.each<[string, PhoneMessage]>([
    ['for another site', { fields: { domain: 'evil.example' } }],
    ['with a URI of another site', { fields: { uri: 'https://evil.example/' } }],
    ['that has expired', { fields: { expirationTime: new Date(Date.now() - 1_000) } }],
    ['of an hour ago', { fields: { issuedAt: new Date(Date.now() - 3_600_000) } }],
    ['with text after its end', { edit: (text) => `${text}\nSend all my coins` }],
    ['that another key signed', { signer: localFarcasterUser('mallory').account }],
    [
      'of someone who does not own the account',
      {
        fields: { address: localFarcasterUser('mallory').account.address },
        signer: localFarcasterUser('mallory').account,
      },
    ],
  ])('error: a message %s', async (_, answer) => {
    const device = await createDevice(custody)
    expect(await openSession(device, await evidenceFor(device.id, answer))).toMatchObject(REFUSED)
  })
})

/** Opens a channel as the vault does, for any device. */
async function openChannel(deviceId: string, salt: string): Promise<string> {
  const response = await fetch(`${farcaster.url}/v1/channel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      siweUri: `${PUBLIC_ORIGIN}/`,
      domain: DOMAIN,
      nonce: await farcasterNonce(deviceId, salt),
    }),
  })
  return ((await response.json()) as { url: string }).url
}

describe('the check of a link before the frame shows it', () => {
  test('accepts the link of a channel for this device', async () => {
    const [device, salt] = [await createDevice(custody), newSalt()]
    const url = await openChannel(device.id, salt)
    expect(await device.post('/core/farcaster/check', { url, salt })).toMatchObject({ status: 200 })
    expect(await device.post('/core/farcaster/check', { url, salt: newSalt() })).toMatchObject(
      REFUSED,
    )
  })

  test('error: a vault that lies cannot have the visitor approve a login of another device', async () => {
    const [device, attacker] = [await createDevice(custody), await createDevice(custody)]
    const salt = newSalt()
    const url = await openChannel(attacker.id, salt)
    expect(await device.post('/core/farcaster/check', { url, salt })).toMatchObject(REFUSED)
  })

  test.each<[string, (url: URL) => string]>([
    ['of another site', (url) => `http://evil.example${url.pathname}${url.search}`],
    ['with a second channel', (url) => `${url.href}&channelToken=other`],
    [
      'with a user name that looks like a site',
      (url) => url.href.replace('//', '//farcaster.xyz@'),
    ],
    ['without a channel', (url) => url.origin],
    ['that is no page', (url) => `javascript:alert(1)//${url.search}`],
  ])('error: a link %s', async (_, change) => {
    const [device, salt] = [await createDevice(custody), newSalt()]
    const url = change(new URL(await openChannel(device.id, salt)))
    const { status } = await device.post('/core/farcaster/check', { url, salt })
    expect([401, 422]).toContain(status)
  })
})

test('error: no node, and one that does not respond', async () => {
  const device = await createDevice(custody)
  const variables = farcaster.variables('CUSTODY')
  await custody.restart({ ...variables, CUSTODY_FARCASTER_RPC_URL: 'http://127.0.0.1:9' })
  expect(await openSession(device, await evidenceFor(device.id))).toMatchObject({
    status: 502,
    body: { code: 'farcaster.unreachable' },
  })
  await custody.restart({})
  expect(await openSession(device, await evidenceFor(device.id))).toMatchObject({
    status: 422,
    body: { code: 'session.unchecked-provider' },
  })
  const body = { url: farcaster.url, salt: newSalt() }
  expect(await device.post('/core/farcaster/check', body)).toMatchObject({
    status: 404,
    body: { code: 'farcaster.not-configured' },
  })
})
