import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Address } from 'viem'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  parseAbi,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDeployedMarket } from './address-file.ts'
import { checkFeed } from './check-feed.ts'
import { deployMarket } from './deploy-market.ts'
import { deployPriceFeed } from './deploy-price-feed.ts'
import { readMarketPlan } from './market-plan.ts'
import { InvalidPlanError } from './plan-variables.ts'
import { sessionModuleDeployment } from './session-module.ts'
import { type LocalChain, startLocalChain } from './testing/local-chain.ts'
import { verifyMarket } from './verify-market.ts'
import { ReceiptTimeoutError, waitForReceipt } from './wait-for-receipt.ts'

/** False on a machine without git, and in a copy that is no checkout. */
const hasGit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname }).status === 0

// Anvil's first account, whose key is public.
const DEPLOYER_PRIVATE_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let chain: LocalChain
let oracle: Address
let folder = ''

const clients = () => {
  const transport = http(chain.rpcUrl)
  const account = privateKeyToAccount(DEPLOYER_PRIVATE_KEY)
  return {
    walletClient: createWalletClient({ account, chain: { ...foundry, id: 31_337 }, transport }),
    publicClient: createPublicClient({ transport, pollingInterval: 50 }),
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-deploy-'))
  chain = await startLocalChain(31_337)
  const { walletClient, publicClient } = clients()
  const feed = await deployPriceFeed({
    walletClient,
    publicClient,
    owner: walletClient.account.address,
  })
  oracle = feed.address
  const hash = await walletClient.writeContract({
    address: oracle,
    abi: parseAbi(['function push(int256 answer) returns (uint80)']),
    functionName: 'push',
    args: [860_00000000n],
  })
  await waitForReceipt(publicClient, hash)
})

afterAll(async () => {
  chain.stop()
  await rm(folder, { recursive: true, force: true })
})

function planOf(overrides: Record<string, string> = {}) {
  return readMarketPlan({
    CHAIN_ID: '31337',
    RPC_URL: chain.rpcUrl,
    OWNER_ADDRESS: owner,
    DEPLOYER_PRIVATE_KEY,
    ORACLE_ADDRESS: oracle,
    INTERVAL_SECONDS: '300',
    ...overrides,
  })
}

async function deploy(isSending: boolean, overrides: Record<string, string> = {}) {
  const lines: string[] = []
  const addressFile = pathToFileURL(
    join(await mkdtemp(join(folder, 'run-')), 'addresses/31337.json'),
  )
  const plan = planOf(overrides)
  const print = (line: string) => lines.push(line)
  const address = await deployMarket({ plan, isSending, addressFile, print })
  return { address, text: lines.join('\n'), addressFile }
}

/** Starts a proxy to a node that responds 503 to its first requests. */
async function refuseFirst(count: number, rpcUrl: string) {
  let left = count
  const server = createServer(async (request, response) => {
    left -= 1
    if (left >= 0) return response.writeHead(503).end()
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(rpcUrl, { method: 'POST', headers, body: await text(request) })
    return response.writeHead(200, headers).end(await reply.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, stop: () => server.close() }
}

describe('readMarketPlan', () => {
  test.each([
    ['56', '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE'],
    ['97', '0x2514895c72f50D8bd4B4F9b1110F0D6bD2c97526'],
  ])('has a preset feed for chain %s', (CHAIN_ID, feed) => {
    const plan = readMarketPlan({ CHAIN_ID, RPC_URL: 'https://node.example', OWNER_ADDRESS: owner })
    expect(plan.settings).toEqual({
      oracle: feed,
      owner,
      intervalSeconds: 300n,
      strikeDelay: 10n,
      maxOracleDelay: 300n,
      settlementWindow: 86_400n,
      minBetAmount: 10n ** 15n,
      treasuryFee: 300n,
      maxPayoutMultiple: 2_000n,
    })
  })

  test('error: names every invalid variable, but no values', () => {
    const read = () => readMarketPlan({ CHAIN_ID: 'bsc', DEPLOYER_PRIVATE_KEY: 'secret' })
    expect(read).toThrow(InvalidPlanError)
    expect(read).toThrow(/CHAIN_ID must.*RPC_URL is missing.*OWNER_ADDRESS is missing.*DEPLOYER/)
    expect(read).toThrow(/^(?!.*secret)/)
  })

  test('error: requires the feed of another symbol than BNB', () => {
    const env = { CHAIN_ID: '56', RPC_URL: 'https://node.example', OWNER_ADDRESS: owner }
    expect(() => readMarketPlan({ ...env, SYMBOL: 'BTC' })).toThrow('set ORACLE_ADDRESS')
  })

  test('error: requires a feed on a chain without a preset', () => {
    const env = { CHAIN_ID: '204', RPC_URL: 'https://node.example', OWNER_ADDRESS: owner }
    expect(() => readMarketPlan(env)).toThrow('set ORACLE_ADDRESS')
  })
})

describe('deployMarket', () => {
  test('without --send prints the plan and its cost, and sends nothing', async () => {
    const { publicClient } = clients()
    const before = await publicClient.getBlockNumber()
    const { address, text } = await deploy(false)
    expect(address).toBeNull()
    expect(text).toMatch(/fee +3 % of decided rounds/)
    expect(text).toMatch(/strike +first oracle answer from 10 s after the lock/)
    expect(text).toMatch(/largest payout +20 times the stake/)
    expect(text).toMatch(/cost +about 0\.\d+ BNB/)
    expect(text).toMatch(/session module +about 0\.\d+ BNB \(1[67]\d{5} gas\), deployed first/)
    expect(text).toMatch(/feed +BNB \/ USD \(local replay\), \$860, \d+ s old/)
    expect(text).toContain('dry run')
    expect(await publicClient.getBlockNumber()).toBe(before)
  })

  test('deploys, verifies and writes the addresses', async () => {
    const { address, text, addressFile } = await deploy(true)
    expect(text).toContain(', verified')
    const { address: sessions } = sessionModuleDeployment()
    expect(text).toContain(`session module   ${sessions}, deployed`)
    expect(await clients().publicClient.getCode({ address: sessions })).toBeDefined()
    expect((await deploy(true)).text).toContain(`session module   ${sessions}\n`)
    expect(JSON.parse(await readFile(addressFile, 'utf8'))).toEqual({
      chainId: 31_337,
      prediction: address,
      startBlock: expect.any(Number),
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      settings: expect.objectContaining({
        oracle,
        owner,
        genesisTimestamp: expect.stringMatching(/^\d+$/),
        intervalSeconds: '300',
      }),
      compiler: expect.stringMatching(/^0\.8\./),
      commit: hasGit ? expect.stringMatching(/^[0-9a-f]{40}(-dirty)?$/) : null,
      verified: true,
    })
  })

  test('error: keeps the address of a market that exists, and deploys no second one', async () => {
    const { addressFile } = await deploy(true)
    const before = await readFile(addressFile, 'utf8')
    const plan = planOf()
    const again = deployMarket({ plan, isSending: true, addressFile, print: () => undefined })
    await expect(again).rejects.toThrow('Move the file away')
    expect(await readFile(addressFile, 'utf8')).toBe(before)
  })

  test('prints the hash of the transaction before the address', async () => {
    const { text, addressFile } = await deploy(true)
    const { transaction } = JSON.parse(await readFile(addressFile, 'utf8')) as {
      transaction: string
    }
    const position = text.indexOf(transaction)
    expect(position).toBeGreaterThan(0)
    expect(position).toBeLessThan(text.indexOf('deployed '))
    expect(await readdir(new URL('.', addressFile))).toEqual(['31337.json'])
  })

  test('error: sends nothing when the addresses cannot be written', async () => {
    const { publicClient } = clients()
    const before = await publicClient.getBlockNumber()
    const blocked = join(await mkdtemp(join(folder, 'run-')), 'addresses')
    await writeFile(blocked, 'a file, not a folder')
    const addressFile = pathToFileURL(join(blocked, 'new/31337.json'))
    const plan = planOf()
    const sent = deployMarket({ plan, isSending: true, addressFile, print: () => undefined })
    await expect(sent).rejects.toThrow(/31337.json cannot be (read|written) \(ENOTDIR\)/)
    expect(await publicClient.getBlockNumber()).toBe(before)
  })

  test('error: rejects a node of another chain', async () => {
    await expect(deploy(true, { CHAIN_ID: '97' })).rejects.toThrow('serves chain 31337, not 97')
  })

  test('error: accepts a replayed feed on a local chain only', async () => {
    const client = clients().publicClient
    const check = (chainId: number) =>
      checkFeed(client, { oracle, chainId, description: 'BNB / USD', maxAgeSeconds: 300n })
    expect((await check(31_337)).description).toBe('BNB / USD (local replay)')
    for (const chainId of [56, 97, 1, 204]) {
      await expect(check(chainId)).rejects.toThrow('not "BNB / USD"')
    }
  })

  test('error: rejects the feed of another pair, unless ORACLE_DESCRIPTION names it', async () => {
    await expect(deploy(false, { SYMBOL: 'BTC' })).rejects.toThrow(
      'The feed is "BNB / USD (local replay)", not "BTC / USD". Correct ORACLE_ADDRESS, or set ORACLE_DESCRIPTION.',
    )
    const other = { SYMBOL: 'BTC', ORACLE_DESCRIPTION: 'BNB / USD (local replay)' }
    expect((await deploy(false, other)).text).toMatch(/market +BTC/)
  })

  test('error: says in a sentence that the node does not respond', async () => {
    const failure = deploy(false, { RPC_URL: 'http://127.0.0.1:1/secret' })
    await expect(failure).rejects.toThrow(/^The node at RPC_URL does not respond\b[^\n]*$/)
  })

  test('error: rejects an address without a feed', async () => {
    await expect(deploy(true, { ORACLE_ADDRESS: owner })).rejects.toThrow('There is no price feed')
  })

  test('error: rejects a feed without recent answers', async () => {
    const client = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) })
    const snapshot = await client.snapshot()
    await client.increaseTime({ seconds: 301 })
    await client.mine({ blocks: 1 })
    await expect(deploy(true)).rejects.toThrow('older than MAX_ORACLE_DELAY')
    await client.revert({ id: snapshot })
  })

  test('error: refuses to send without a key', async () => {
    await expect(deploy(true, { DEPLOYER_PRIVATE_KEY: '' })).rejects.toThrow('DEPLOYER_PRIVATE_KEY')
  })
})

describe('readDeployedMarket', () => {
  test('returns null when there is no file', async () => {
    expect(await readDeployedMarket(pathToFileURL(join(folder, 'none/56.json')))).toBeNull()
  })

  test('error: reports a file that exists but cannot be read', async () => {
    const path = join(await mkdtemp(join(folder, 'run-')), '56.json')
    await mkdir(path)
    const reading = readDeployedMarket(pathToFileURL(path))
    await expect(reading).rejects.toThrow('56.json cannot be read (EISDIR)')
  })
})

describe('waitForReceipt', () => {
  const transfer = () =>
    clients().walletClient.sendTransaction({ to: owner, value: parseEther('0.001') })

  test('retries when the node is out of reach', async () => {
    const hash = await transfer()
    const { port, stop } = await refuseFirst(2, chain.rpcUrl)
    const transport = http(`http://127.0.0.1:${port}`, { retryCount: 0 })
    const client = createPublicClient({ transport, pollingInterval: 10 })
    expect(await waitForReceipt(client, hash)).toMatchObject({ status: 'success' })
    stop()
  })

  test('error: names the transaction at the deadline', async () => {
    const hash = await transfer()
    const transport = http('http://127.0.0.1:1', { retryCount: 0 })
    const client = createPublicClient({ transport, pollingInterval: 10 })
    const waiting = waitForReceipt(client, hash, 50)
    await expect(waiting).rejects.toThrow(ReceiptTimeoutError)
    await expect(waiting).rejects.toThrow(`${hash} could not be read: the node does not respond`)
  })
})

describe('verifyMarket', () => {
  test('error: reports a setting and code that differ', async () => {
    const { address } = await deploy(true)
    if (address === null) throw new Error('nothing was deployed')
    const { publicClient } = clients()
    const settings = { ...planOf().settings, genesisTimestamp: 1n }
    expect(await verifyMarket(publicClient, address, settings)).toEqual([
      expect.stringMatching(/^genesisTimestamp is \d+, not 1$/),
    ])
    const client = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) })
    const code = await publicClient.getCode({ address })
    await client.setCode({ address, bytecode: `${code ?? '0x'}00` })
    expect(await verifyMarket(publicClient, address, settings)).toContain(
      'the length of the code is not that of the compiled contract',
    )
  })
})
