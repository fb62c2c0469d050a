import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { farcasterNonce } from '@bullring/login-api/farcaster-nonce'
import { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import {
  FarcasterChannelResponse,
  FarcasterWaitResponse,
} from '@bullring/login-api/vault-api/farcaster'
import { type Anvil, startAnvil } from '@bullring/stack/chain/anvil'
import { deployArtifact } from '@bullring/stack/chain/deploy-artifact'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localFarcasterUser } from '@bullring/stack/farcaster/local-phone'
import { addAuthAddress, setCustodyAddress } from '@bullring/stack/farcaster/local-registry'
import { type LocalFarcaster, startFarcaster } from '@bullring/stack/farcaster/start-farcaster'
import {
  approveAsPhone,
  type PhoneMessage,
  pressOnPhone,
  signAsPhone,
} from '@bullring/stack/testing/farcaster-phone'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { FRAME_ORIGIN, startTestVault, type TestVault } from '../testing/start-test-vault.ts'
import { createTestDevice, type TestDevice } from '../testing/test-device.ts'

const CHAIN_ID = 31_337

let vault: TestVault
let anvil: Anvil
let farcaster: LocalFarcaster

beforeAll(async () => {
  ;[vault, anvil] = await Promise.all([
    startTestVault(inject('postgresUrl')),
    startAnvil({ chainId: CHAIN_ID, blockSeconds: null }),
  ])
  farcaster = await startFarcaster({ port: 0, rpcUrl: anvil.rpcUrl })
  await vault.restart(farcaster.variables('VAULT'))
})
afterAll(async () => {
  await vault.stop()
  await farcaster.stop()
  await anvil.child.stop(0)
})

/** Opens a channel as the frame does. */
async function open(device: TestDevice) {
  const salt = randomBytes(32).toString('base64url')
  const { status, body } = await device.post('/farcaster/channel', { salt })
  expect(status).toBe(200)
  return { salt, ...FarcasterChannelResponse.parse(body) }
}

const wait = (device: TestDevice, channelId: string) =>
  device.post('/farcaster/wait', { channelId })

const REFUSED = { status: 401, body: { code: 'farcaster.refused' } }
const CLOSED = { status: 401, body: { code: 'farcaster.closed' } }

/** Starts a login whose phone sends `answer`. */
async function logIn(answer: PhoneMessage) {
  const device = await createTestDevice(vault)
  const { channelId, url } = await open(device)
  await approveAsPhone(url, answer)
  return await wait(device, channelId)
}

/** Creates a user whose custody address is registered. */
async function registered(name: string) {
  const user = localFarcasterUser(name)
  await setCustodyAddress(anvil.rpcUrl, user.account.address, BigInt(user.fid))
  return user
}

describe('a login with Farcaster', () => {
  test('ends with an assertion once the phone has approved', async () => {
    const device = await createTestDevice(vault)
    const { channelId, url, expiresInSeconds } = await open(device)
    expect(expiresInSeconds).toBe(600)
    const page = await (await fetch(url)).text()
    expect(page).toContain(`Log in to ${new URL(FRAME_ORIGIN).host}?`)
    const waiting = wait(device, channelId)
    expect(await pressOnPhone(url, 'approve', 'ada')).toContain('Approved')
    const { status, body } = await waiting
    expect(status).toBe(200)
    const response = FarcasterWaitResponse.parse(body)
    if (response.status !== 'completed') throw new Error('still pending')
    const { assertion, identity, evidence } = response.login
    const subject = String(localFarcasterUser('ada').fid)
    expect(identity).toEqual({ provider: 'farcaster', subject, email: null, name: 'ada' })
    expect(evidence.kind).toBe('farcaster')
    expect(LoginAssertion.parse(decodeJwt(assertion))).toMatchObject({
      device: device.id,
      identity,
      amr: ['farcaster'],
      purpose: 'login',
    })
  })

  test('can be read again: the response may have been lost', async () => {
    const device = await createTestDevice(vault)
    const { channelId, url } = await open(device)
    await pressOnPhone(url, 'approve')
    expect(await wait(device, channelId)).toMatchObject({ body: { status: 'completed' } })
    expect(await wait(device, channelId)).toMatchObject({ body: { status: 'completed' } })
  })

  test('works with an auth address and with a contract wallet (ERC-1271)', async () => {
    const user = await registered('carol')
    const key = localFarcasterUser('key of carol').account
    const asKey = { user, fields: { address: key.address }, signer: key }
    expect(await logIn(asKey)).toMatchObject(REFUSED)
    await addAuthAddress(anvil.rpcUrl, BigInt(user.fid), key.address)
    expect(await logIn(asKey)).toMatchObject({ body: { status: 'completed' } })

    const owner = localFarcasterUser('owner of a wallet').account
    const wallet = await deployArtifact({
      rpcUrl: anvil.rpcUrl,
      chainId: CHAIN_ID,
      owner: localAccounts(0).owner,
      name: 'MockContractWallet',
      args: [owner.address],
    })
    await setCustodyAddress(anvil.rpcUrl, wallet, BigInt(user.fid))
    const asWallet = { user, fields: { address: wallet }, signer: owner }
    expect(await logIn(asWallet)).toMatchObject({ body: { status: 'completed' } })
    expect(await logIn({ ...asWallet, signer: key })).toMatchObject(REFUSED)
  })

  test('error: rejected on the phone', async () => {
    const device = await createTestDevice(vault)
    const { channelId, url } = await open(device)
    expect(await pressOnPhone(url, 'reject')).toContain('Rejected')
    expect(await wait(device, channelId)).toMatchObject(CLOSED)
    expect(await pressOnPhone(url, 'approve')).toContain('This login has ended')
  })

  test('error: expired, replaced, or that of another device', async () => {
    const [device, other] = await Promise.all([createTestDevice(vault), createTestDevice(vault)])
    const first = await open(device)
    const second = await open(device)
    await pressOnPhone(first.url, 'approve')
    await pressOnPhone(second.url, 'approve')
    expect(await wait(device, first.channelId)).toMatchObject(CLOSED)
    expect(await wait(other, second.channelId)).toMatchObject(CLOSED)
    const { db } = vault.database
    await db
      .updateTable('farcaster_channels')
      .set({ expires_at: Math.floor(Date.now() / 1_000) - 1 })
      .where('id', '=', second.channelId)
      .execute()
    expect(await wait(device, second.channelId)).toMatchObject(CLOSED)
  })

  test.each<[string, PhoneMessage]>([
    ['for another site', { fields: { domain: 'evil.example' } }],
    ['with a URI of another site', { fields: { uri: 'https://evil.example/' } }],
    ['with another nonce', { fields: { nonce: 'abcdefgh12345678' } }],
    ['for another chain', { fields: { chainId: 1 } }],
    ['with another statement', { fields: { statement: 'Send all my coins' } }],
    ['that has expired', { fields: { expirationTime: new Date(Date.now() - 1_000) } }],
    ['of an hour ago', { fields: { issuedAt: new Date(Date.now() - 3_600_000) } }],
    ['of tomorrow', { fields: { issuedAt: new Date(Date.now() + 86_400_000) } }],
    ['that is not valid yet', { fields: { notBefore: new Date(Date.now() + 3_600_000) } }],
    ['without an account', { fields: { resources: [] } }],
    ['with two accounts', { edit: (text) => `${text}\n- farcaster://fid/2` }],
    ['for an account of someone else', { fields: { resources: ['farcaster://fid/1'] } }],
    ['with text after its end', { edit: (text) => `${text}\nSend all my coins` }],
    ['that another key signed', { signer: localFarcasterUser('mallory').account }],
  ])('error: a message %s is refused', async (_, answer) => {
    const user = await registered('alice')
    expect(await logIn({ user, ...answer })).toMatchObject(REFUSED)
  })

  test('error: an address that no longer owns the account is refused', async () => {
    const user = await registered('frank')
    expect(await logIn({ user })).toMatchObject({ body: { status: 'completed' } })
    await setCustodyAddress(anvil.rpcUrl, user.account.address, 0n)
    expect(await logIn({ user })).toMatchObject(REFUSED)
  })
})

/** Starts a relay that says what `answer` returns for `POST /v1/channel` and `GET /v1/channel/status`. */
async function startRelay(
  answer: (path: string, body: string) => [number, object] | Promise<[number, object]>,
) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const [status, body] = await answer(request.url ?? '', Buffer.concat(chunks).toString())
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify(body))
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

describe('a relay that lies', () => {
  test('cannot log anyone in with a message for another device, or with that of someone else', async () => {
    const [device, victim] = await Promise.all([createTestDevice(vault), createTestDevice(vault)])
    const user = await registered('alice')
    const salt = randomBytes(32).toString('base64url')
    const host = new URL(FRAME_ORIGIN).host
    const ofVictim = await signAsPhone(
      { domain: host, uri: FRAME_ORIGIN, nonce: await farcasterNonce(victim.id, salt) },
      { user },
    )
    const relay = await startRelay((path, body) =>
      path === '/v1/channel'
        ? [201, { channelToken: 'x', url: 'http://127.0.0.1/', nonce: JSON.parse(body).nonce }]
        : [200, { state: 'completed', ...ofVictim, fid: user.fid, username: 'alice' }],
    )
    await vault.restart({ ...farcaster.variables('VAULT'), FARCASTER_LOCAL_URL: relay.url })
    const body = FarcasterChannelResponse.parse(
      (await device.post('/farcaster/channel', { salt })).body,
    )
    expect(await wait(device, body.channelId)).toMatchObject(REFUSED)
    relay.stop()
  })

  test('error: a message that cannot be stored is reported', async () => {
    const device = await createTestDevice(vault)
    const relay = await startRelay((path, body) =>
      path === '/v1/channel'
        ? [201, { channelToken: 'x', url: 'http://127.0.0.1/', nonce: JSON.parse(body).nonce }]
        : [200, { message: 'Log\0in', signature: `0x${'00'.repeat(65)}` }],
    )
    await vault.restart({ ...farcaster.variables('VAULT'), FARCASTER_LOCAL_URL: relay.url })
    const { channelId } = await open(device)
    expect(await wait(device, channelId)).toMatchObject({
      status: 502,
      body: { code: 'farcaster.unreachable' },
    })
    relay.stop()
  })

  test('error: another nonce, a broken response and no response are reported', async () => {
    const device = await createTestDevice(vault)
    const channel = { channelToken: 'x', url: 'http://127.0.0.1/', nonce: 'abcdefgh12345678' }
    const salt = randomBytes(32).toString('base64url')
    for (const answer of [
      [201, channel],
      [500, {}],
      [302, {}],
      [201, {}],
    ] as const) {
      const relay = await startRelay(() => [answer[0], answer[1]])
      await vault.restart({ ...farcaster.variables('VAULT'), FARCASTER_LOCAL_URL: relay.url })
      expect(await device.post('/farcaster/channel', { salt })).toMatchObject({
        status: 502,
        body: { code: 'farcaster.unreachable' },
      })
      relay.stop()
    }
  })
})

test('a page that asks again while the relay responds gets the result', async () => {
  const device = await createTestDevice(vault)
  const user = await registered('alice')
  const salt = randomBytes(32).toString('base64url')
  const nonce = await farcasterNonce(device.id, salt)
  const request = { domain: new URL(FRAME_ORIGIN).host, uri: FRAME_ORIGIN, nonce }
  const signed = await signAsPhone(request, { user })
  const read = Promise.withResolvers<void>()
  let reads = 0
  const relay = await startRelay(async (path) => {
    if (path === '/v1/channel') {
      return [201, { channelToken: 'x', url: 'http://127.0.0.1/', nonce }]
    }
    reads += 1
    if (reads > 1) {
      setTimeout(read.resolve, 200)
      return [401, {}]
    }
    await read.promise
    return [200, { state: 'completed', ...signed, fid: user.fid, username: 'alice' }]
  })
  await vault.restart({ ...farcaster.variables('VAULT'), FARCASTER_LOCAL_URL: relay.url })
  const opened = await device.post('/farcaster/channel', { salt })
  const { channelId } = FarcasterChannelResponse.parse(opened.body)
  const first = wait(device, channelId)
  await expect.poll(() => reads).toBe(1)
  expect(await wait(device, channelId)).toMatchObject({ body: { status: 'completed' } })
  await first
  relay.stop()
})

test('error: the chain does not respond', async () => {
  await vault.restart({
    ...farcaster.variables('VAULT'),
    VAULT_FARCASTER_RPC_URL: 'http://127.0.0.1:9',
  })
  expect(await logIn({ user: localFarcasterUser('alice') })).toMatchObject({
    status: 502,
    body: { code: 'farcaster.unreachable' },
  })
})

test('error: not configured, and too many from one address', async () => {
  await vault.restart({})
  const device = await createTestDevice(vault)
  const body = { salt: randomBytes(32).toString('base64url') }
  expect(await device.post('/farcaster/channel', body)).toMatchObject({
    status: 404,
    body: { code: 'farcaster.not-configured' },
  })
  await vault.restart(farcaster.variables('VAULT'))
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const statuses = []
  for (let count = 0; count < 61; count += 1) {
    const { status } = await device.post('/farcaster/channel', body, headers)
    statuses.push(status)
  }
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]))
  expect(statuses.at(-1)).toBe(429)
})
