import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunningService } from '@bullring/server/run-service'
import { Identity } from '@bullring/wallet-api/blockchain-api/identity'
import { NameSuggestions } from '@bullring/wallet-api/blockchain-api/name-suggestions'
import { Profile, ProfileList } from '@bullring/wallet-api/blockchain-api/profile'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fetchChecked, PROJECT_ID, startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { undeployedWallet } from '../testing/undeployed-wallet.ts'

const ZONE = 'bullring.test'
const COIN_TYPE = 2_147_483_648 + TEST_CHAIN.id

let chain: TestChain
let wallet: RunningService
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  wallet = await startTestWallet(chain, database.url, { TRUST_PROXY: 'true' })
})
afterAll(async () => {
  await wallet.stop()
  await Promise.all([chain.stop(), database.drop()])
})

const newAccount = () => privateKeyToAccount(generatePrivateKey())
const nowSeconds = () => Math.floor(Date.now() / 1_000)
const newIp = () => `2001:${crypto.randomUUID().split('-').slice(1, 4).join(':')}::1`

type Fields = { name: string; attributes?: object; timestamp?: number }
const messageOf = ({ name, attributes = {}, timestamp = nowSeconds() }: Fields) =>
  JSON.stringify({ name, attributes, timestamp })

/** As wallet kits send it: without a project id. */
async function post(body: object, ip = newIp()) {
  const response = await fetchChecked(`${wallet.url}/v1/profile/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(body),
  })
  const { status } = response
  const json: unknown = await response.json()
  return status === 200
    ? { status, body: json, reasons: [] }
    : { status, body: json, reasons: parse(Problem, json).reasons ?? [] }
}

async function register(
  account: PrivateKeyAccount,
  fields: Fields,
  overrides: object = {},
  ip = newIp(),
) {
  const message = messageOf(fields)
  const signature = await account.signMessage({ message })
  const { address } = account
  return post({ coin_type: COIN_TYPE, address, message, signature, ...overrides }, ip)
}

async function get(path: string, query: Record<string, string> = {}) {
  const url = new URL(`/v1/profile/${path}`, wallet.url)
  url.searchParams.set('projectId', PROJECT_ID)
  url.searchParams.set('apiVersion', '2')
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const response = await fetchChecked(url, { headers: { 'x-forwarded-for': newIp() } })
  return { status: response.status, body: await response.json() }
}

describe('names', () => {
  test('registers a name, and finds it by label, full name and account', async () => {
    const account = newAccount()
    expect(await get('account/walter')).toMatchObject({ status: 404 })
    expect(await get(`reverse/${account.address}`)).toEqual({ status: 200, body: [] })
    const registered = await register(account, { name: `Walter.${ZONE}` })
    expect(registered).toMatchObject({ status: 200, body: { success: true } })
    for (const name of ['walter', 'WALTER', `walter.${ZONE}`]) {
      const profile = parse(Profile, (await get(`account/${name}`)).body)
      expect(profile).toMatchObject({ name: `walter.${ZONE}`, attributes: [] })
      expect(Object.entries(profile.addresses)).toMatchObject([
        [`${COIN_TYPE}`, { address: account.address }],
      ])
    }
    const names = parse(ProfileList, (await get(`reverse/${account.address}`)).body)
    expect(names.map(({ name }) => name)).toEqual([`walter.${ZONE}`])
    expect(await get('zone')).toEqual({ status: 200, body: { zone: ZONE } })
  })

  test.each([
    ['account/walter', { apiVersion: '1' }, 'apiVersion'],
    ['reverse/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', { apiVersion: '3' }, 'apiVersion'],
    ['reverse/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', { sender: 'walter' }, 'sender'],
  ])('error: refuses %s with %j', async (path, query, field) => {
    expect(await get(path, query)).toMatchObject({ status: 422, body: { errors: [{ field }] } })
  })

  test('error: refuses texts that no database stores', async () => {
    expect(await get('account/a%00b')).toMatchObject({ status: 422 })
    const attributes = { bio: 'a\0b' }
    const registered = await register(newAccount(), { name: `nul.${ZONE}`, attributes })
    expect(registered).toMatchObject({ status: 422 })
  })

  test('error: gives an account one name, and a name one account', async () => {
    const [account, other] = [newAccount(), newAccount()]
    await register(account, { name: `ophelia.${ZONE}` })
    const second = await register(account, { name: `another.${ZONE}` })
    expect(second).toMatchObject({
      status: 409,
      reasons: [{ description: 'You already own a name' }],
    })
    const taken = await register(other, { name: `ophelia.${ZONE}` })
    expect(taken).toMatchObject({ status: 409, reasons: [{ name: 'taken' }] })
  })

  test('gives a contested name to one of many concurrent callers', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, () => register(newAccount(), { name: `contested.${ZONE}` })),
    )
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(results.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  test.each([
    ['0phelia', 'confusable'],
    ['oph-elia', 'confusable'],
    ['adm1n', 'reserved'],
  ])('error: refuses %s, on look-up too', async (label, reason) => {
    await register(newAccount(), { name: `ophelia.${ZONE}` })
    expect(await get(`account/${label}`)).toMatchObject({
      status: 409,
      body: { code: 'names.unavailable', reasons: [{ name: reason }] },
    })
    const refused = await register(newAccount(), { name: `${label}.${ZONE}` })
    expect(refused).toMatchObject({ status: 409, reasons: [{ name: reason }] })
  })

  test.each([
    ['bob', 'too-short'],
    ['oрhelia', 'characters'],
    ['xn--hello', 'punycode'],
  ])('error: refuses the invalid label %s', async (label, reason) => {
    const refused = await register(newAccount(), { name: `${label}.${ZONE}` })
    expect(refused).toMatchObject({ status: 422, reasons: [{ name: reason }] })
    expect(await get(`account/${encodeURIComponent(label)}`)).toMatchObject({ status: 422 })
  })

  test.each([
    [{ timestamp: nowSeconds() - 3_600 }, 'expired'],
    [{ timestamp: nowSeconds() + 3_600 }, 'expired'],
    [{ name: 'jasper.reown.id' }, 'zone'],
    [{ attributes: { avatar: 'http://example.com/a.png' } }, 'avatar'],
    [{ attributes: { avatar: 'javascript:alert(1)' } }, 'avatar'],
    [{ attributes: { avatar: 'data:image/svg+xml;base64,AAAA' } }, 'avatar'],
  ])('error: refuses a message with %j', async (fields, reason) => {
    const refused = await register(newAccount(), { name: `jasper.${ZONE}`, ...fields })
    expect(refused).toMatchObject({ status: 422, reasons: [{ name: reason }] })
  })

  test.each([
    [{ coin_type: 60 }, 422, 'Invalid chainId'],
    [{ coin_type: 2_147_483_648 * 2 }, 422, 'Invalid chainId'],
    [{ coin_type: 2_147_483_648 + 5 }, 404, 'The chain 5 is not served here.'],
    [{ message: '{' }, 422, 'not valid JSON'],
    [{ signature: `0x${'11'.repeat(65)}` }, 401, 'does not match'],
    [{ address: '0x000000000000000000000000000000000000dEaD' }, 401, 'does not match'],
  ])('error: refuses %j', async (overrides, status, detail) => {
    const refused = await register(newAccount(), { name: `jasper.${ZONE}` }, overrides)
    expect(refused.status).toBe(status)
    expect(parse(Problem, refused.body).detail).toContain(detail)
    expect(await get('account/jasper')).toMatchObject({ status: 404 })
  })

  test('changes attributes by a newer message only: an older one cannot be replayed', async () => {
    const account = newAccount()
    const name = `miranda.${ZONE}`
    const timestamp = nowSeconds()
    const first = { name, attributes: { bio: 'first' }, timestamp: timestamp - 20 }
    const second = { name, attributes: { bio: 'second', avatar: 'https://example.com/m.png' } }
    expect(await register(account, first)).toMatchObject({ status: 200 })
    // A request that is repeated because its response was lost.
    expect(await register(account, first)).toMatchObject({ status: 200 })
    expect(await register(account, { ...second, timestamp })).toMatchObject({ status: 200 })
    expect(await register(account, first)).toMatchObject({
      status: 409,
      reasons: [{ name: 'older-message' }],
    })
    expect((await get('account/miranda')).body).toMatchObject({ attributes: [{ bio: 'second' }] })
  })

  test('registers contract wallets (ERC-1271), deployed or not yet (ERC-6492)', async () => {
    const owner = newAccount()
    const deployed = await chain.deploy('MockContractWallet', [owner.address])
    const planned = await undeployedWallet(chain, owner.address)
    for (const [address, label] of [
      [deployed, 'vaulted'],
      [planned.address, 'planned'],
    ] as const) {
      const message = messageOf({ name: `${label}.${ZONE}` })
      const inner = await owner.signMessage({ message })
      const signature =
        label === 'vaulted'
          ? inner
          : serializeErc6492Signature({
              address: planned.factory,
              data: planned.data,
              signature: inner,
            })
      const body = { coin_type: COIN_TYPE, address, message, signature }
      expect(await post(body)).toMatchObject({ status: 200 })
    }
  })

  test('suggests free labels that are allowed, without the zone', async () => {
    await register(newAccount(), { name: `felix-bull.${ZONE}` })
    const { body } = await get('suggestions/Felix')
    const { suggestions } = parse(NameSuggestions, body)
    expect(suggestions).toHaveLength(5)
    expect(suggestions.map(({ name }) => name)).not.toContain('felix-bull')
    for (const { name, registered } of suggestions) {
      expect(registered).toBe(false)
      expect(await get(`account/${name}`)).toMatchObject({ status: 404 })
    }
    expect(await get('suggestions/%D1%84%D1%84')).toEqual({
      status: 200,
      body: { suggestions: [] },
    })
    expect(await get(`suggestions/Felix?zone=${ZONE.toUpperCase()}`)).toEqual({ status: 200, body })
    // Clients of AppKit 1.7.3 name the zone of another product, always.
    expect(await get('suggestions/Felix?zone=reown.id')).toEqual({
      status: 200,
      body: { suggestions: [{ name: 'Felix', registered: true }] },
    })
  })

  test('error: gives short names only to accounts that have sent a transaction', async () => {
    const account = newAccount()
    const refused = await register(account, { name: `felix.${ZONE}` })
    expect(refused).toMatchObject({ status: 409, reasons: [{ name: 'short-name' }] })
    // These would take the short name by looking like it.
    for (const name of ['f-e-l-i-x', 'fel-ix']) {
      expect(await register(account, { name: `${name}.${ZONE}` })).toMatchObject({
        reasons: [{ name: 'short-name' }],
      })
    }
    await chain.rpc('anvil_setNonce', [account.address, '0x1'])
    expect(await register(account, { name: `felix.${ZONE}` })).toMatchObject({ status: 200 })
    const changed = {
      name: `felix.${ZONE}`,
      attributes: { bio: 'Bets' },
      timestamp: nowSeconds() + 1,
    }
    expect(await register(account, changed)).toMatchObject({ status: 200 })
    expect(await register(newAccount(), { name: `felice.${ZONE}` })).toMatchObject({ status: 200 })
  })

  test('error: an IP address registers ten names a day, whatever the accounts', async () => {
    const ip = newIp()
    const accounts = Array.from({ length: 10 }, newAccount)
    const take = (account: PrivateKeyAccount, index: number, attributes = {}) =>
      register(account, { name: `squatted-${'abcdefghijkl'[index]}.${ZONE}`, attributes }, {}, ip)
    const taken = await Promise.all(accounts.map((account, index) => take(account, index)))
    expect(taken.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const later = newAccount()
    expect(await take(later, 10)).toMatchObject({
      status: 429,
      reasons: [{ name: 'limit-network' }],
    })
    expect(await get('account/squatted-k')).toMatchObject({ status: 404 })
    await sql`update limit_events set at = at - 86400 where kind = 'name'`.execute(database.db)
    expect(await take(later, 10)).toMatchObject({ status: 200 })
  })

  test('error: all callers register twenty short names a day together', async () => {
    await sql`insert into limit_events (kind, key, at)
      select 'short-name', 'all', ${nowSeconds()}::int8 from generate_series(1, 20)`.execute(
      database.db,
    )
    const account = newAccount()
    await chain.rpc('anvil_setNonce', [account.address, '0x1'])
    const refused = await register(account, { name: `oscar.${ZONE}` })
    expect(refused).toMatchObject({ status: 429, body: { code: 'names.limit' } })
    expect(refused.reasons).toMatchObject([{ name: 'limit-all' }])
    expect(await register(account, { name: `oscarine.${ZONE}` })).toMatchObject({ status: 200 })
    await sql`delete from limit_events`.execute(database.db)
  })

  test('error: limits attempts per IP address, and registrations per account', async () => {
    const ip = newIp()
    const account = newAccount()
    const forged = {
      coin_type: COIN_TYPE,
      address: account.address,
      message: messageOf({ name: `prospero.${ZONE}` }),
      signature: `0x${'11'.repeat(65)}`,
    }
    const attempts = await Promise.all(Array.from({ length: 21 }, () => post(forged, ip)))
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(401), 429])
    const changes = []
    for (let bio = 0; bio < 6; bio += 1) {
      const fields = { name: `prospero.${ZONE}`, attributes: { bio: `${bio}` } }
      changes.push(
        (await register(account, { ...fields, timestamp: nowSeconds() - 10 + bio })).status,
      )
    }
    expect(changes).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('identity', () => {
  const identityOf = async (address: Address) => {
    const url = `${wallet.url}/v1/identity/${address}?projectId=${PROJECT_ID}`
    const headers = {
      'x-forwarded-for': newIp(),
      'x-forwarded-host': 'play.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/wallet',
    }
    const response = await fetchChecked(url, { headers })
    return {
      cacheControl: response.headers.get('cache-control'),
      body: parse(Identity, await response.json()),
    }
  }

  test('names an account by its registered name, and its picture by a link to this service', async () => {
    const account = newAccount()
    expect(await identityOf(account.address)).toEqual({
      cacheControl: 'no-store',
      body: { name: null, avatar: null },
    })
    const avatar = 'https://127.0.0.1:1/picture.png'
    await register(account, { name: `rosalind.${ZONE}`, attributes: { avatar } })
    const { cacheControl, body } = await identityOf(account.address)
    expect(cacheControl).toBe('private, max-age=300')
    expect(body.name).toBe(`rosalind.${ZONE}`)
    expect(body.avatar).toMatch(/^https:\/\/play\.example\/wallet\/v1\/images\/[\w-]+\/[\w-]+$/)
    const path = new URL(body.avatar ?? '').pathname.replace('/wallet', '')
    const shown = await fetchChecked(`${wallet.url}${path}`)
    expect(await shown.json()).toMatchObject({ status: 404, code: 'images.unavailable' })
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('error: shows no picture that no response has named', async () => {
    const encoded = Buffer.from('https://example.com/').toString('base64url')
    const response = await fetchChecked(`${wallet.url}/v1/images/forged/${encoded}`)
    expect(await response.json()).toMatchObject({ status: 403, code: 'images.not-signed' })
  })

  test('shows a picture of the IPFS gateway with headers that keep it a picture', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64')
    const gateway = createServer((_, response) => response.end(png)).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const WALLET_IPFS_GATEWAY_URL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    const service = await startTestWallet(chain, database.url, { WALLET_IPFS_GATEWAY_URL })
    const account = newAccount()
    const attributes = { avatar: `ipfs://Qm${'a'.repeat(44)}/me.png` }
    await register(account, { name: `cordelia.${ZONE}`, attributes })
    const url = `${service.url}/v1/profile/account/cordelia?projectId=${PROJECT_ID}`
    const profile = parse(Profile, await (await fetchChecked(url)).json())
    const shown = await fetch(profile.attributes[0]?.avatar ?? '')
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png)
    await service.stop()
    gateway.closeAllConnections()
    gateway.close()
  })
})

describe('without a zone', () => {
  test('error: says that there are no names', async () => {
    const other = await createTestDatabase(inject('postgresUrl'))
    const service = await startTestWallet(chain, other.url, {
      CHAIN_ID: '56',
      WALLET_RPC_URLS: `56=${chain.rpcUrl}`,
    })
    const read = async (path: string) => {
      const response = await fetchChecked(
        `${service.url}/v1/profile/${path}?projectId=${PROJECT_ID}`,
      )
      return { status: response.status, body: await response.json() }
    }
    expect(await read('zone')).toEqual({ status: 200, body: { zone: null } })
    expect(await read('reverse/0x000000000000000000000000000000000000dEaD')).toMatchObject({
      body: [],
    })
    expect(await read('account/alice')).toMatchObject({
      status: 501,
      body: { code: 'names.not-configured' },
    })
    await service.stop()
    await other.drop()
  })
})
