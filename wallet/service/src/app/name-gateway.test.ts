import type { RunningService } from '@bullring/server/run-service'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import { openNameResolver } from '@bullring/stack/names/open-name-resolver'
import { NameGatewayResponse } from '@bullring/wallet-api/blockchain-api/name-gateway'
import { parse } from '@bullring/wire/parse'
import {
  type Address,
  createPublicClient,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  namehash,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { signAnswer } from '../names/sign-answer.ts'
import { fetchChecked, startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const ZONE = 'bullring.test'
const COIN_TYPE = 2_147_483_648 + TEST_CHAIN.id
const BSC_COIN_TYPE = 2_147_483_648n + 56n
const AVATAR = 'data:image/png;base64,iVBORw0KGgo='
const SIGNER_KEY = generatePrivateKey()

let chain: TestChain
let wallet: RunningService
let database: Awaited<ReturnType<typeof createTestDatabase>>
let resolver: Address
const alice = privateKeyToAccount(generatePrivateKey())
/** A wallet contract that `alice` owns. */
let vault: Address

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  wallet = await startTestWallet(chain, database.url, { WALLET_NAME_SIGNER_KEY: SIGNER_KEY })
  resolver = await openResolver(SIGNER_KEY)
  vault = await chain.deploy('MockContractWallet', [alice.address])
  // Short names are for accounts that have sent a transaction.
  await chain.rpc('anvil_setNonce', [alice.address, '0x1'])
  await register(alice.address, 'alice', { avatar: AVATAR, bio: 'Bets on Tuesdays' })
  await register(vault, 'vault', {})
})
afterAll(async () => {
  await wallet.stop()
  await Promise.all([chain.stop(), database.drop()])
})

function openResolver(signerKey: Hex) {
  const { names: owner } = localAccounts(0)
  const { rpcUrl } = chain
  const options = { rpcUrl, chainId: TEST_CHAIN.id, owner, walletUrl: wallet.url, signerKey }
  return openNameResolver(options)
}

async function register(address: Address, label: string, attributes: object) {
  const timestamp = Math.floor(Date.now() / 1_000)
  const message = JSON.stringify({ name: `${label}.${ZONE}`, attributes, timestamp })
  const signature = await alice.signMessage({ message })
  const response = await fetchChecked(`${wallet.url}/v1/profile/account`, {
    method: 'POST',
    body: JSON.stringify({ coin_type: COIN_TYPE, address, message, signature }),
  })
  expect(response.status).toBe(200)
}

/** A client as any page or wallet has it: it follows OffchainLookup by itself. */
function ensClient() {
  const local = localChain(TEST_CHAIN.id, chain.rpcUrl)
  const contracts = { ...local.contracts, ensUniversalResolver: { address: resolver } }
  return createPublicClient({ chain: { ...local, contracts }, transport: http(chain.rpcUrl) })
}

describe('names in wallets that know ENS', () => {
  test('viem resolves address, avatar, text and the name of an account', async () => {
    const client = ensClient()
    const name = `alice.${ZONE}`
    expect(await client.getEnsAddress({ name })).toBe(alice.address)
    const onBsc = await client.getEnsAddress({ name, coinType: BSC_COIN_TYPE })
    expect(onBsc).toBe(alice.address.toLowerCase())
    expect(await client.getEnsAvatar({ name })).toBe(AVATAR)
    expect(await client.getEnsText({ name, key: 'description' })).toBe('Bets on Tuesdays')
    expect(await client.getEnsText({ name, key: 'url' })).toBeNull()
    expect(await client.getEnsName({ address: alice.address })).toBe(name)
  })

  test('a free name has no address, and an account without a name has none', async () => {
    const client = ensClient()
    expect(await client.getEnsAddress({ name: `nobody.${ZONE}` })).toBeNull()
    expect(await client.getEnsText({ name: `nobody.${ZONE}`, key: 'avatar' })).toBeNull()
    expect(await client.getEnsName({ address: resolver })).toBeNull()
  })

  test('a contract wallet has its name on the chain where it registered only', async () => {
    const client = ensClient()
    const name = `vault.${ZONE}`
    expect(await client.getEnsAddress({ name })).toBeNull()
    expect(await client.getEnsAddress({ name, coinType: BSC_COIN_TYPE })).toBeNull()
    expect(await client.getEnsAddress({ name, coinType: BigInt(COIN_TYPE) })).toBe(
      vault.toLowerCase(),
    )
    expect(await client.getEnsName({ address: vault })).toBeNull()
    expect(await client.getEnsName({ address: vault, coinType: BigInt(COIN_TYPE) })).toBe(name)
  })

  test('error: fails for a name of another zone', async () => {
    await expect(ensClient().getEnsAddress({ name: 'vitalik.eth', strict: true })).rejects.toThrow()
  })

  test('error: refuses a gateway with another key, until the owner names it', async () => {
    await openResolver(generatePrivateKey())
    await expect(
      ensClient().getEnsAddress({ name: `alice.${ZONE}`, strict: true }),
    ).rejects.toThrow()
    expect(await openResolver(SIGNER_KEY)).toBe(resolver)
    expect(await ensClient().getEnsAddress({ name: `alice.${ZONE}` })).toBe(alice.address)
  })
})

const resolverAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function resolveCallback(bytes answer, bytes request) view returns (bytes)',
  'error AnswerExpired(uint64 expires)',
  'error WrongSigner(address signer)',
])

function callFor(name: string): Hex {
  const data = encodeFunctionData({
    abi: resolverAbi,
    functionName: 'addr',
    args: [namehash(name)],
  })
  const args = [toHex(packetToBytes(name)), data] as const
  return encodeFunctionData({ abi: resolverAbi, functionName: 'resolve', args })
}

const gatewayUrl = (sender: Address, call: string) =>
  `${wallet.url}/v1/names/gateway/${sender}/${call}.json`

async function answerFor(sender: Address, call: Hex): Promise<Hex> {
  // A page that the operator does not know.
  const headers = { origin: 'https://wallet.example' }
  const response = await fetchChecked(gatewayUrl(sender, call), { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  return parse(NameGatewayResponse, await response.json()).data
}

const accept = (answer: Hex, request: Hex) =>
  chain.client.readContract({
    address: resolver,
    abi: resolverAbi,
    functionName: 'resolveCallback',
    args: [answer, request],
  })

describe('an answer of the gateway', () => {
  const call = callFor(`alice.${ZONE}`)

  test('is accepted by the contract it was signed for, and expires after five minutes', async () => {
    const answer = await answerFor(resolver, call)
    expect(await accept(answer, call)).toBe(
      `0x${alice.address.slice(2).toLowerCase().padStart(64, '0')}`,
    )
    const [, expires] = decodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), answer)
    expect(Number(expires)).toBeCloseTo(Date.now() / 1_000 + 300, -1)
  })

  test('error: is refused for another contract, another call and another signer', async () => {
    const foreign = await answerFor(vault, call)
    await expect(accept(foreign, call)).rejects.toThrow('WrongSigner')
    const answer = await answerFor(resolver, call)
    await expect(accept(answer, callFor(`vault.${ZONE}`))).rejects.toThrow('WrongSigner')
    const forged = await forge(generatePrivateKey(), 300)
    await expect(accept(forged, call)).rejects.toThrow('WrongSigner')
  })

  test('error: is refused once it has expired', async () => {
    await expect(accept(await forge(SIGNER_KEY, -10), call)).rejects.toThrow('AnswerExpired')
  })

  test.each([
    ['0x12345678', 'names.unsupported-call'],
    [callFor('vitalik.eth'), 'names.unsupported-call'],
    [callFor('alice'), 'names.unsupported-call'],
    ['0x12', 'wire.invalid-message'],
    ['nonsense', 'wire.invalid-message'],
  ])('error: is not given to the call %s', async (data, code) => {
    const response = await fetchChecked(gatewayUrl(resolver, data))
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code })
  })

  function forge(key: Hex, lifetime: number): Promise<Hex> {
    const expires = Math.floor(Date.now() / 1_000) + lifetime
    return signAnswer(key, { sender: resolver, call, result: '0x', expires })
  }
})
