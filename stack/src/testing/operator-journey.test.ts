import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { type Account, type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { callRpc } from '../chain/anvil.ts'
import { ensureDatabase } from '../database/ensure-database.ts'
import { type Child, startChild } from '../processes/child.ts'
import { freePort } from '../processes/free-port.ts'
import { repositoryRoot } from '../repository-root.ts'
import { query } from './query.ts'
import { startProduct } from './start-product.ts'
import { startPublicChain, type TestPublicChain } from './start-public-chain.ts'

const TIMEOUT_MS = 600_000
const POLL = { timeout: 90_000, interval: 100 }
/** An hour: the chain follows the wall clock, and no step may outlast a round, however busy the machine is. */
const INTERVAL = 3_600
/** A database as versions before the first release left it, as far as it tells them apart. */
const OLD_DATABASE = `
  create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  insert into kysely_migration values ('0001-index', ''), ('0052-proven-browsers', '');
  create table referrals (account bytea primary key);
  insert into referrals values ('\\xaa')`

const alice = privateKeyToAccount(generatePrivateKey())
const bob = privateKeyToAccount(generatePrivateKey())
const deployerKey = generatePrivateKey()
const ownerKey = generatePrivateKey()
const owner = privateKeyToAccount(ownerKey)
const keeperKey = generatePrivateKey()

let chain: TestPublicChain
let folder = ''
let port = 0
let databaseUrl = ''
let prediction: Address
let genesis = 0
let product: Child

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-journey-'))
  await chmod(folder, 0o711)
  chain = await startPublicChain(56)
  await chain.pushPrice(599_00000000n)
  for (const { address } of [alice, bob]) await chain.fund(address, '10')
  for (const key of [deployerKey, keeperKey, ownerKey]) {
    await chain.fund(privateKeyToAccount(key).address, '1')
  }
  port = await freePort()
  databaseUrl = await createDatabase('journey')
}, TIMEOUT_MS)

afterAll(async () => {
  await product?.stop()
  await chain.stop()
  await rm(folder, { recursive: true, force: true })
})

async function createDatabase(prefix: string): Promise<string> {
  const admin = inject('postgresUrl')
  const name = `${prefix}_${process.pid}`
  await ensureDatabase(admin, name)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return url.href
}

/** Runs a command of the operator; returns how it ended and what it printed. */
async function run(script: string, ...args: string[]): Promise<string> {
  const lines: string[] = []
  const child = startChild({
    name: script,
    command: process.execPath,
    args: [join(repositoryRoot, 'contracts/scripts', script), ...args],
    env: {
      PATH: '/usr/bin:/bin',
      CHAIN_ID: '56',
      RPC_URL: chain.rpcUrl,
      OWNER_ADDRESS: owner.address,
      OWNER_PRIVATE_KEY: ownerKey,
      DEPLOYER_PRIVATE_KEY: deployerKey,
      INTERVAL_SECONDS: `${INTERVAL}`,
      MARKET_FILE: join(folder, '56.json'),
    },
    onLine: (line) => lines.push(line),
  })
  const end = await child.exited
  return [...lines, end].join('\n')
}

const deploy = (...args: string[]) => run('deploy-market.ts', ...args)

const operatorToken = 'token-of-the-operator-of-this-test'

/** Runs `npm start` with chain and node; the market comes from the file that `deploy` wrote. */
function startWith(database: string) {
  return startProduct([], {
    PORT: `${port}`,
    DATA_DIR: join(folder, 'data'),
    CHAIN_ID: '56',
    RPC_URL: chain.rpcUrl,
    MARKET_FILE: join(folder, '56.json'),
    DATABASE_URL: database,
    GAME_KEEPER_PRIVATE_KEY: keeperKey,
    OPERATOR_TOKEN: operatorToken,
  })
}

async function start(): Promise<void> {
  const { child, outcome, text } = await startWith(databaseUrl)
  product = child
  expect(outcome, text).toBe('ready')
}

const urlOf = (path: string) => `http://127.0.0.1:${port}${path}`

async function post(path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(urlOf(path), { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

const get = async (path: string): Promise<unknown> => (await fetch(urlOf(path))).json()

const rpc = (method: string) => post('/rpc', { jsonrpc: '2.0', id: 1, method, params: [] })

async function bet(side: 'betBull' | 'betBear', account: Account, bnb: string, epoch = 1) {
  const call = { address: prediction, abi: predictionAbi, functionName: side } as const
  const hash = await chain
    .walletOf(account)
    .writeContract({ ...call, args: [BigInt(epoch)], value: parseEther(bnb) })
  expect(await chain.send(hash)).toMatchObject({ status: 'success' })
}

/** Moves the chain's clock forward until its newest block is not older than `second`. */
async function advanceTo(second: number): Promise<void> {
  for (;;) {
    const { timestamp } = await chain.client.getBlock()
    const missing = second - Number(timestamp)
    if (missing <= 0) return
    await callRpc(chain.rpcUrl, 'evm_increaseTime', [missing])
    await callRpc(chain.rpcUrl, 'evm_mine', [])
  }
}

/** Moves time to the strike of a round and makes the oracle report there. */
async function strike(epoch: number, price: bigint): Promise<void> {
  const delay = await chain.client.readContract({
    address: prediction,
    abi: predictionAbi,
    functionName: 'strikeDelay',
  })
  await advanceTo(genesis + epoch * INTERVAL + Number(delay))
  await chain.pushPrice(price)
}

describe("an operator's journey on chain 56", () => {
  test('deploys: first a dry run, then the market', { timeout: TIMEOUT_MS }, async () => {
    expect(await deploy()).toMatch(/dry run[\s\S]*ended with code 0/)
    expect(await deploy('--send')).toMatch(/verified[\s\S]*ended with code 0/)
    const market: unknown = JSON.parse(await readFile(join(folder, '56.json'), 'utf8'))
    const { prediction: address, settings } = market as {
      prediction: Address
      settings: Record<string, string>
    }
    prediction = address
    genesis = Number(settings['genesisTimestamp'])
    expect(market).toMatchObject({ chainId: 56, verified: true })
  })

  test('error: refuses a database of a version before the first release, and leaves it as it is', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const url = await createDatabase('journey_old')
    await query(url, OLD_DATABASE)
    const { outcome, text } = await startWith(url)
    expect(outcome).toBe('start ended with code 1')
    expect(text).toContain('It has the tables of a version before the first release (0001-index)')
    expect(await query(url, 'select account from referrals')).toHaveLength(1)
  })

  test('starts with chain and node alone', { timeout: TIMEOUT_MS }, async () => {
    await start()
    expect(await get('/config.json')).toMatchObject({
      chain: { id: 56, rpcUrls: ['/rpc'], explorerUrl: 'https://bscscan.com' },
      markets: { BNB: { prediction } },
      features: { burnerWallet: false, faucet: false },
    })
  })

  test('shows its operator what doctor finds, by the process that has all settings', async () => {
    const authorization = `Bearer ${operatorToken}`
    const response = await fetch(urlOf('/operator/checks'), { headers: { authorization } })
    const { findings } = (await response.json()) as {
      findings: readonly { capability: string; state: string }[]
    }
    const found = new Map(findings.map(({ capability, state }) => [capability, state]))
    expect(found.get('wallets on other devices')).toBe('off')
    const nodes = [...found].filter(([capability]) => capability.startsWith('node 1'))
    expect(nodes).toEqual([['node 1', expect.stringMatching(/^(?:on|broken)$/)]])
    expect(JSON.stringify(findings)).not.toContain(keeperKey)
  })

  test('lets browsers reach the chain through its own port alone', async () => {
    const page = await fetch(urlOf('/'))
    expect(page.headers.get('content-security-policy')).toMatch(/connect-src 'self';/)
    expect(await rpc('eth_chainId')).toEqual({ jsonrpc: '2.0', id: 1, result: '0x38' })
    for (const method of ['eth_accounts', 'eth_sendTransaction', 'anvil_nodeInfo']) {
      expect(await rpc(method)).toMatchObject({ error: { code: expect.any(Number) } })
    }
  })

  test('plays a round: bets, settlement by the keeper, claim', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await advanceTo(genesis + 1)
    await bet('betBull', alice, '1')
    await bet('betBear', bob, '2')
    await strike(1, 600_00000000n)
    await strike(2, 610_00000000n)
    await vi.waitFor(
      async () =>
        expect(await post('/api/round-info', { epoch: 1 })).toMatchObject({
          state: 'settled',
          lock_price: '600',
          close_price: '610',
        }),
      POLL,
    )
    const { address } = alice
    const before = await chain.client.getBalance({ address })
    const claim = { address: prediction, abi: predictionAbi, functionName: 'claim' } as const
    const wallet = chain.walletOf(alice)
    const receipt = await chain.send(await wallet.writeContract({ ...claim, args: [[1n]] }))
    const cost = receipt.gasUsed * receipt.effectiveGasPrice
    // Both stakes less the fee of 3 %.
    const after = await chain.client.getBalance({ address })
    expect(after - before + cost).toBe(parseEther('2.91'))
  })

  test('prices balances by the feed of the market', async () => {
    const path = `/wallet/v1/account/${bob.address}/balance?projectId=bullring`
    await vi.waitFor(
      async () =>
        expect(await get(path)).toMatchObject({ balances: [{ symbol: 'BNB', price: 610 }] }),
      POLL,
    )
  })

  test('shows the price of a round without bets, which the keeper leaves', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await strike(3, 605_00000000n)
    await vi.waitFor(
      async () =>
        expect(await post('/api/round-info', { epoch: 2 })).toMatchObject({
          state: 'empty',
          lock_price: '610',
          close_price: null,
          expected_close_price: '605',
        }),
      POLL,
    )
  })

  test('continues after a restart where it stopped', { timeout: TIMEOUT_MS }, async () => {
    const trades = () => post('/api/trades-by-user', { user_address: alice.address })
    await vi.waitFor(
      async () => expect(JSON.stringify(await trades())).toContain('"is_claimed":true'),
      POLL,
    )
    const before = [await post('/api/round-info', { epoch: 1 }), await trades()]
    product.process.kill('SIGINT')
    expect(await product.exited).toBe('start ended with code 0')
    await start()
    expect([await post('/api/round-info', { epoch: 1 }), await trades()]).toEqual(before)
  })

  test('stops safely: bets are paused, the fee is collected, claims stay open', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const open = (await chain.client.getBlock()).timestamp
    const epoch = Math.floor((Number(open) - genesis) / INTERVAL) + 1
    await bet('betBull', bob, '1', epoch)
    expect(await run('owner.ts', 'pause')).toMatch(
      new RegExp(`bets +open, paused from round ${epoch + 1} on[\\s\\S]*ended with code 0`),
    )
    const before = await chain.client.getBalance({ address: owner.address })
    expect(await run('owner.ts', 'collect')).toMatch(/treasury +0 BNB/)
    const after = await chain.client.getBalance({ address: owner.address })
    expect(after - before).toBeGreaterThan(parseEther('0.089'))
    // Bob's round has one side: his stake comes back once it is locked, paused or not.
    await advanceTo(genesis + epoch * INTERVAL + 1)
    await expect(bet('betBull', alice, '1', epoch + 1)).rejects.toThrow('BetsPaused')
    const claim = { address: prediction, abi: predictionAbi, functionName: 'claim' } as const
    const hash = await chain.walletOf(bob).writeContract({ ...claim, args: [[BigInt(epoch)]] })
    expect(await chain.send(hash)).toMatchObject({ status: 'success' })
    expect(await run('owner.ts', 'status')).toMatch(/bets +paused[\s\S]*players +0 BNB/)
  })
})
