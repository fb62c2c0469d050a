// @vitest-environment node
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { toEpoch, toWei } from '@bullring/prediction/units'
import { openAccountContracts } from '@bullring/stack/account-contracts/open-account-contracts'
import { type Anvil, callRpc, startAnvil } from '@bullring/stack/chain/anvil'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { deployLocalMarket, localChain } from '@bullring/stack/chain/local-market'
import { type BatchingWallet, createBatchingWallet } from '@bullring/stack/testing/batching-wallet'
import { CallsNotSentError } from '@bullring/wallet-kit/calls-not-sent-error'
import {
  type Address,
  ContractFunctionRevertedError,
  createPublicClient,
  encodeFunctionData,
  http,
  numberToHex,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Config, createConfig, injected } from 'wagmi'
import { connect } from 'wagmi/actions'
import { type BatchedCall, canBatch, sendBatch } from './batch-calls.ts'
import {
  claimAndBet,
  claimTogether,
  followReturnedBet,
  followReturnedClaim,
  placeBet,
  readHasBet,
} from './prediction-contract.ts'

const chainId = 31_337
const STAKE = parseEther('0.01')
const accounts = localAccounts(0)

let anvil: Anvil
let markets: readonly [Address, Address]
let wallet: BatchingWallet
let config: Config

async function deployMarket(): Promise<Address> {
  const block = (await callRpc(anvil.rpcUrl, 'eth_getBlockByNumber', ['latest', false])) as {
    timestamp: string
  }
  const { prediction } = await deployLocalMarket({
    rpcUrl: anvil.rpcUrl,
    chainId,
    owner: accounts.owner,
    maxPayoutMultiple: 0,
    // One round that stays open for the whole test.
    oracleWriter: accounts.oracle.address,
    intervalSeconds: 86_400,
    strikeDelay: 2,
    genesisTimestamp: Number(block.timestamp) + 10,
  })
  return prediction
}

beforeAll(async () => {
  // wagmi looks for injected wallets in browsers only.
  vi.stubGlobal('window', {})
  anvil = await startAnvil({ chainId, blockSeconds: null })
  const { rpcUrl } = anvil
  await openAccountContracts({ rpcUrl, chainId, deployer: accounts.relayer, mine: null })
  markets = [await deployMarket(), await deployMarket()]
  await callRpc(rpcUrl, 'evm_increaseTime', [30])
  await callRpc(rpcUrl, 'evm_mine', [])
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await anvil.child.stop(0)
})

type Request = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Connects a wallet as an extension that the browser has injected. */
async function connectTo(request: Request): Promise<Config> {
  const chain = localChain(chainId, anvil.rpcUrl)
  const provider = {
    request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
      request(method, params),
    on: () => undefined,
    removeListener: () => undefined,
  }
  const connector = injected({
    target: { id: 'batching', name: 'Batching', provider: provider as never },
    unstable_shimAsyncInject: false,
  })
  const created = createConfig({
    chains: [chain],
    transports: { [chain.id]: http(anvil.rpcUrl) },
    multiInjectedProviderDiscovery: false,
    storage: null,
    pollingInterval: 20,
  })
  await connect(created, { connector })
  return created
}

beforeEach(async () => {
  wallet = await createBatchingWallet({ rpcUrl: anvil.rpcUrl, chainId })
  await callRpc(anvil.rpcUrl, 'anvil_setBalance', [wallet.address, numberToHex(parseEther('1'))])
  config = await connectTo(wallet.request)
})

function betOn(to: Address, value = STAKE): BatchedCall {
  return {
    to,
    value,
    data: encodeFunctionData({ abi: predictionAbi, functionName: 'betBull', args: [1n] }),
  }
}

async function stakeIn(prediction: Address): Promise<bigint> {
  const client = createPublicClient({ transport: http(anvil.rpcUrl) })
  const [, amount] = await client.readContract({
    address: prediction,
    abi: predictionAbi,
    functionName: 'ledger',
    args: [1n, wallet.address],
  })
  return amount
}

const isDone = () => Promise.resolve(false)

const account = () => ({ account: wallet.address, chainId })

describe('sendBatch', () => {
  test('bets in several markets at once', async () => {
    const onSent = vi.fn()
    const calls = markets.map((market) => betOn(market))
    await sendBatch(config, { ...account(), calls }, { last: 'betBull', isDone, onSent })
    expect(await Promise.all(markets.map(stakeIn))).toEqual([STAKE, STAKE])
    expect(wallet.batches).toHaveLength(1)
    expect(onSent).toHaveBeenCalledTimes(1)
  })

  test('error: one call that reverts reverts all of them', async () => {
    const calls = [betOn(markets[0]), betOn(markets[1], 1n)]
    const sent = sendBatch(config, { ...account(), calls }, { last: 'betBull', isDone })
    await expect(sent).rejects.toThrow(ContractFunctionRevertedError)
    expect(await stakeIn(markets[0])).toBe(0n)
  })

  test('error: reports calls that the wallet gave up as not sent', async () => {
    wallet.giveUpNext()
    const sent = sendBatch(
      config,
      { ...account(), calls: [betOn(markets[0])] },
      { last: 'betBull', isDone },
    )
    await expect(sent).rejects.toThrow(CallsNotSentError)
    expect(await stakeIn(markets[0])).toBe(0n)
  })

  test('error: a batch of version 1.0 whose receipt says so has reverted', async () => {
    const older = async (method: string, params: readonly unknown[]) => {
      if (method === 'wallet_sendCalls') return '0x01'
      if (method !== 'wallet_getCallsStatus') return await wallet.request(method, params)
      const receipt = { logs: [], status: '0x0', blockHash: `0x${'01'.repeat(32)}` }
      const numbers = {
        blockNumber: '0x1',
        gasUsed: '0x1',
        transactionHash: `0x${'02'.repeat(32)}`,
      }
      return { status: 'CONFIRMED', receipts: [{ ...receipt, ...numbers }] }
    }
    const calls = [betOn(markets[0])]
    const sent = sendBatch(
      await connectTo(older),
      { ...account(), calls },
      { last: 'betBull', isDone },
    )
    await expect(sent).rejects.toThrow(ContractFunctionRevertedError)
  })
})

describe('batches of the game', () => {
  const epoch = toEpoch(1n)

  test('error: a claim from several markets and a claim with a bet fail together', async () => {
    const parts = markets.map((prediction) => ({ prediction, epochs: [epoch] }))
    await expect(claimTogether(config, account(), parts)).rejects.toThrow(
      ContractFunctionRevertedError,
    )
    const bet = { ...account(), epoch, position: 'bull' as const, amount: toWei(STAKE) }
    const market = { prediction: markets[0], chainId }
    const sent = claimAndBet(config, market, { ...bet, collect: [epoch] }, () => undefined)
    await expect(sent).rejects.toThrow(ContractFunctionRevertedError)
    expect(await stakeIn(markets[0])).toBe(0n)
    expect(wallet.batches.map((calls) => calls.length)).toEqual([2, 2])
  })
})

describe('a page that goes on with what the page before it has sent', () => {
  const epoch = toEpoch(1n)
  const market = () => ({ prediction: markets[0], chainId })

  test('follows a bet that the wallet names, and one that only the chain shows', async () => {
    let id: unknown
    const calls = [betOn(markets[0])]
    const send = async (call: () => Promise<unknown>) => {
      id = await call()
      return id
    }
    await sendBatch(config, { ...account(), calls }, { last: 'betBull', isDone, send })
    const bet = { ...account(), epoch, position: 'bull' as const, amount: toWei(STAKE) }
    for (const [response, collect] of [
      [id, [epoch]],
      [null, [epoch]],
      [null, []],
    ] as const) {
      const returned = { bet: { ...bet, collect }, response: Promise.resolve(response) }
      await followReturnedBet(config, market(), returned, () => undefined)
    }
  })

  test.each([true, false])('error: a refused claim, as one of several: %s', async (isBatch) => {
    const response = Promise.reject(new Error('User rejected the request.'))
    const parts = [{ prediction: markets[0], epochs: [epoch] }]
    await expect(
      followReturnedClaim(config, account(), { parts, isBatch, response }),
    ).rejects.toThrow('User rejected')
  })
})

describe('a wallet that does not name what it has sent', () => {
  const epoch = toEpoch(1n)

  test.each([[null], [''], [{}], ['sent']])('bets, and responds with %o', async (response) => {
    const player = accounts.oracle.address
    await callRpc(anvil.rpcUrl, 'anvil_impersonateAccount', [player])
    const snapshot = await callRpc(anvil.rpcUrl, 'evm_snapshot', [])
    const wordless = await connectTo(async (method, params) => {
      if (method.endsWith('ccounts')) return [player]
      if (method === 'eth_chainId') return numberToHex(chainId)
      await callRpc(anvil.rpcUrl, method, [...params])
      return response
    })
    const bet = { account: player, epoch, position: 'bear' as const, amount: toWei(STAKE) }
    const market = { prediction: markets[0], chainId }
    expect(await placeBet(wordless, market, bet)).toBeNull()
    expect(await readHasBet(wordless, market, bet)).toBe(true)
    await callRpc(anvil.rpcUrl, 'evm_revert', [snapshot])
  })

  test.each([[null], [{}], [{ id: '' }]])(
    'runs several calls, and responds with %o',
    async (response) => {
      const wordless = await connectTo(async (method, params) => {
        const reply = await wallet.request(method, params)
        return method === 'wallet_sendCalls' ? response : reply
      })
      const calls = [betOn(markets[0])]
      const isPlaced = async () => (await stakeIn(markets[0])) === STAKE
      await sendBatch(wordless, { ...account(), calls }, { last: 'betBull', isDone: isPlaced })
      expect(await stakeIn(markets[0])).toBe(STAKE)
    },
  )
})

describe('canBatch', () => {
  const capabilities = (atomic: unknown) => async (method: string, params: readonly unknown[]) =>
    method === 'wallet_getCapabilities'
      ? { [numberToHex(chainId)]: atomic }
      : await wallet.request(method, params)

  test('is true for an account that runs several calls as one, and reads it once', async () => {
    const request = vi.fn(wallet.request)
    const connected = await connectTo(request)
    expect(await canBatch(connected, account())).toBe(true)
    expect(await canBatch(connected, account())).toBe(true)
    const reads = request.mock.calls.filter(([method]) => method === 'wallet_getCapabilities')
    expect(reads).toHaveLength(1)
  })

  test.each([
    ['would first turn the account into a contract', { atomic: { status: 'ready' } }],
    ['cannot', { atomic: { status: 'unsupported' } }],
    ['says nothing about it', {}],
  ])('is false for a wallet that %s', async (_, reply) => {
    expect(await canBatch(await connectTo(capabilities(reply)), account())).toBe(false)
  })

  test('is false for a wallet that lists no capabilities for the chain', async () => {
    const listsNone = async (method: string, params: readonly unknown[]) =>
      method === 'wallet_getCapabilities' ? {} : await wallet.request(method, params)
    expect(await canBatch(await connectTo(listsNone), account())).toBe(false)
  })

  test('is false for a wallet without the method, and without a wallet', async () => {
    const plain = async (method: string, params: readonly unknown[]) => {
      if (!method.startsWith('wallet_')) return await wallet.request(method, params)
      throw Object.assign(new Error('Method not found'), { code: -32_601 })
    }
    expect(await canBatch(await connectTo(plain), account())).toBe(false)
    const empty = createConfig({
      chains: config.chains,
      transports: { [chainId]: http() },
      multiInjectedProviderDiscovery: false,
    })
    expect(await canBatch(empty, account())).toBe(false)
  })

  test('asks a wallet again that did not reply in time', async () => {
    let isLate = true
    const late = async (method: string, params: readonly unknown[]) =>
      method === 'wallet_getCapabilities' && isLate
        ? await new Promise<never>(() => undefined)
        : await wallet.request(method, params)
    const connected = await connectTo(late)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const first = canBatch(connected, account())
    await vi.advanceTimersByTimeAsync(3_000)
    vi.useRealTimers()
    expect(await first).toBe(false)
    isLate = false
    expect(await canBatch(connected, account())).toBe(true)
  })
})
