import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPublicClient, createWalletClient, erc20Abi, http, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { startAnvil } from '../chain/anvil.ts'
import { dumpChainState } from '../chain/chain-state.ts'
import { localAccounts } from '../chain/local-accounts.ts'
import { localChain } from '../chain/local-market.ts'
import {
  createLocalGame,
  type RunningLocalGame,
  resumeLocalGame,
  startMining,
} from '../local-game.ts'
import { exchangeOf, exchangePlan, type LocalExchange } from './exchange-plan.ts'
import { openExchange } from './open-exchange.ts'
import { tradeOnExchange } from './trade-on-exchange.ts'

const chainId = 31_337
const pairAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])

let running: RunningLocalGame
let exchange: LocalExchange

beforeAll(async () => {
  running = await createLocalGame({
    chainId,
    intervalSeconds: 60,
    strikeDelay: 2,
    playedRounds: 1,
    now: Math.floor(Date.now() / 1_000),
    hasBtc: false,
    hasExchange: true,
  })
  if (running.localGame.exchange === null) throw new Error('no exchange')
  exchange = running.localGame.exchange
})
afterAll(() => running.chain.stop(0))

const reader = (rpcUrl: string) => createPublicClient({ transport: http(rpcUrl) })

/** Returns the reserves of a pool with the coin. */
async function reserves(index: number): Promise<readonly bigint[]> {
  const client = reader(running.localGame.rpcUrl)
  const token = exchange.tokens[index]
  if (token === undefined) throw new Error(`no token ${index}`)
  const pair = await client.readContract({
    address: exchange.factory,
    abi: pairAbi,
    functionName: 'getPair',
    args: [exchange.wrappedCoin, token.address],
  })
  const [first, second] = await client.readContract({
    address: pair,
    abi: pairAbi,
    functionName: 'getReserves',
  })
  return [first, second]
}

describe('openExchange', () => {
  test('deploys tokens and pools at the same addresses on every chain', async () => {
    const client = reader(running.localGame.rpcUrl)
    expect(exchange).toEqual(exchangeOf(localAccounts(0).exchange.address))
    for (const [index, { address, ...token }] of exchange.tokens.entries()) {
      const contract = { address, abi: erc20Abi } as const
      expect(await client.readContract({ ...contract, functionName: 'symbol' })).toBe(token.symbol)
      expect(await client.readContract({ ...contract, functionName: 'decimals' })).toBe(
        token.decimals,
      )
      expect((await reserves(index)).every((reserve) => reserve > 0n)).toBe(true)
    }
    const wrapped = { address: exchange.wrappedCoin, abi: erc20Abi } as const
    expect(await client.readContract({ ...wrapped, functionName: 'symbol' })).toBe('WBNB')
    expect(await client.readContract({ ...wrapped, functionName: 'name' })).toBe(
      'Wrapped BNB (local)',
    )
  })

  test('continues a setup that was cut short, and leaves a complete one alone', async () => {
    const { exchange: owner, exchangeTrader } = localAccounts(0)
    const anvil = await startAnvil({ chainId, blockSeconds: null })
    try {
      const { rpcUrl } = anvil
      const options = {
        rpcUrl,
        chainId,
        owner,
        trader: exchangeTrader.address,
        mine: null,
        coinPrice: 60_000_000_000n as never,
      }
      const plan = exchangePlan(owner.address, options.trader, options.coinPrice)
      const client = reader(rpcUrl)
      const count = () => client.getTransactionCount({ address: owner.address })
      const chain = localChain(chainId, rpcUrl)
      const wallet = createWalletClient({ account: owner, chain, transport: http(rpcUrl) })
      for (const { to = null, ...transaction } of plan.slice(0, 8)) {
        await wallet.sendTransaction({ ...transaction, to })
      }
      await expect.poll(count).toBe(8)
      await openExchange(options)
      expect(await count()).toBe(plan.length)
      await openExchange(options)
      expect(await count()).toBe(plan.length)
    } finally {
      await anvil.child.stop(0)
    }
  })
})

const State = z.object({ blocks: z.array(z.object({ header: z.object({ number: z.string() }) })) })

/** Counts the blocks with number 0: of several, anvil takes any. */
async function firstBlocks(stateFile: string): Promise<number> {
  const { blocks } = State.parse(JSON.parse(await readFile(stateFile, 'utf8')))
  return blocks.filter(({ header }) => Number(header.number) === 0).length
}

describe('resumeLocalGame', () => {
  test('gives the chain of an earlier version an exchange, and keeps it and the first block', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bullring-exchange-'))
    const stateFile = join(folder, 'state.json')
    const old = await createLocalGame({
      chainId,
      intervalSeconds: 60,
      strikeDelay: 2,
      playedRounds: 1,
      now: Math.floor(Date.now() / 1_000),
      hasBtc: false,
      hasExchange: false,
    })
    const { market, schedule } = old.localGame
    const options = { chainId, markets: { market, btc: null }, schedule, stateFile }
    let running = old
    try {
      await startMining(old.localGame)
      for (const hasExchange of [true, true]) {
        await dumpChainState(running.localGame.rpcUrl, stateFile)
        await running.chain.stop(0)
        running = await resumeLocalGame({ ...options, hasExchange })
        expect(running.localGame.exchange).toEqual(exchange)
        const client = reader(running.localGame.rpcUrl)
        const code = await client.getCode({ address: exchange.router })
        expect(code?.length).toBeGreaterThan(10_000)
      }
      await dumpChainState(running.localGame.rpcUrl, stateFile)
      expect(await firstBlocks(stateFile)).toBe(1)
    } finally {
      await running.chain.stop(0)
      await rm(folder, { recursive: true })
    }
  })
})

describe('tradeOnExchange', () => {
  test('moves the reserves of pools, and stops when its signal aborts', async () => {
    const { rpcUrl, accounts, market } = running.localGame
    await startMining(running.localGame)
    const before = await Promise.all([0, 1, 2].map(reserves))
    const stopping = new AbortController()
    const errors: unknown[] = []
    const trading = tradeOnExchange(
      {
        rpcUrl,
        chainId,
        exchange,
        account: accounts.exchangeTrader,
        oracle: market.oracle,
        pauseMs: [20, 60],
      },
      (error) => errors.push(error),
      stopping.signal,
    )
    await expect.poll(() => Promise.all([0, 1, 2].map(reserves))).not.toEqual(before)
    await sleep(2_000)
    stopping.abort()
    await trading
    expect(errors).toEqual([])
  })
})
