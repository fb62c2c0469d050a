import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type DeployedMarket, writeDeployedMarket } from '@bullring/contracts/address-file'
import { deployPriceFeed } from '@bullring/contracts/deploy-price-feed'
import { type LocalChain, startLocalChain } from '@bullring/contracts/testing/local-chain'
import { type Address, createPublicClient, createWalletClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callRpc } from './anvil.ts'
import { localAccounts } from './local-accounts.ts'
import { localChain } from './local-market.ts'
import { type PublicChain, resolveMarket } from './resolve-market.ts'

const PRESET_FEED = '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE'
const OTHER = `0x${'18'.repeat(20)}` as const

let folder = ''
let chain: LocalChain
let pruned: LocalChain
/** A contract that logs its owner when it is created, like every market contract. */
let contract: Address
let createdAt = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-market-'))
  chain = await startLocalChain(56)
  pruned = await startLocalChain(56, ['--prune-history'])
  for (const { rpcUrl } of [chain, pruned]) await deployAtBlock(rpcUrl, 137)
})
afterAll(async () => {
  chain.stop()
  pruned.stop()
  await rm(folder, { recursive: true })
})

async function deployAtBlock(rpcUrl: string, block: number): Promise<void> {
  const owner = localAccounts(0).owner
  const viemChain = localChain(56, rpcUrl)
  const walletClient = createWalletClient({
    account: owner,
    chain: viemChain,
    transport: http(rpcUrl),
  })
  const publicClient = createPublicClient({ transport: http(rpcUrl), pollingInterval: 20 })
  await callRpc(rpcUrl, 'anvil_mine', [block - 1])
  const feed = await deployPriceFeed({ walletClient, publicClient, owner: owner.address })
  contract = feed.address
  createdAt = Number(feed.blockNumber)
  await callRpc(rpcUrl, 'anvil_mine', [1_000])
}

function settings(overrides: Partial<PublicChain> = {}): PublicChain {
  return {
    kind: 'public',
    id: 56,
    rpcUrl: chain.rpcUrl,
    prediction: null,
    startBlock: null,
    marketKind: 'bullring',
    marketFile: pathToFileURL(join(folder, 'none.json')),
    ...overrides,
  }
}

async function recorded(overrides: Partial<DeployedMarket> = {}): Promise<URL> {
  const file = pathToFileURL(join(await mkdtemp(join(folder, 'run-')), '56.json'))
  await writeDeployedMarket(file, {
    chainId: 56,
    prediction: contract,
    startBlock: 42,
    transaction: '0x1',
    settings: { oracle: OTHER, owner: OTHER },
    compiler: '0.8.37',
    commit: null,
    verified: true,
    ...overrides,
  })
  return file
}

describe('resolveMarket', () => {
  test('serves the deployed market with no variable but chain and node', async () => {
    expect(await resolveMarket(settings({ marketFile: await recorded() }))).toEqual({
      rpcUrl: chain.rpcUrl,
      marketKind: 'bullring',
      prediction: contract,
      startBlock: 42,
      priceFeed: OTHER,
    })
  })

  test('lets explicit variables win', async () => {
    const marketFile = await recorded()
    expect(await resolveMarket(settings({ startBlock: 7, marketFile }))).toMatchObject({
      startBlock: 7,
    })
    expect(
      await resolveMarket(settings({ prediction: OTHER, startBlock: 7, marketFile })),
    ).toMatchObject({ prediction: OTHER, startBlock: 7, priceFeed: PRESET_FEED })
    const sameInLowerCase = contract.toLowerCase() as Address
    expect(
      await resolveMarket(settings({ prediction: sameInLowerCase, marketFile })),
    ).toMatchObject({
      startBlock: 42,
      priceFeed: OTHER,
    })
  })

  test("finds the block in which someone else's contract was created", async () => {
    expect(createdAt).toBe(137)
    const market = await resolveMarket(settings({ prediction: contract }))
    expect(market.startBlock).toBe(createdAt)
  })

  test('error: says how to go on without a deployed market', async () => {
    await expect(resolveMarket(settings())).rejects.toThrow(
      /no market is known on chain 56.*npm run deploy -- --send.*PREDICTION_ADDRESS/i,
    )
  })

  test('error: refuses a market that was not verified', async () => {
    const marketFile = await recorded({ verified: false })
    await expect(resolveMarket(settings({ marketFile }))).rejects.toThrow('differs from its plan')
  })

  test('error: reports an address without a contract', async () => {
    await expect(resolveMarket(settings({ prediction: OTHER }))).rejects.toThrow(
      'There is no contract',
    )
  })

  test('error: says how to set START_BLOCK when the node has no old state', async () => {
    const { rpcUrl } = pruned
    const market = resolveMarket(settings({ rpcUrl, prediction: contract }))
    await expect(market).rejects.toThrow(/no state of old blocks.*Set START_BLOCK/)
  })

  test('error: reports a node that does not respond', async () => {
    const rpcUrl = 'http://127.0.0.1:9'
    const market = resolveMarket(settings({ rpcUrl, prediction: contract }))
    await expect(market).rejects.toThrow(/does not respond.*START_BLOCK/)
  })
})
