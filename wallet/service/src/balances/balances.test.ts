import type { ChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { problemOf } from '@bullring/server/http/problem'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { createResponseCheck } from '@bullring/server/testing/response-check'
import { BalanceResponse } from '@bullring/wallet-api/blockchain-api/balance'
import { parse } from '@bullring/wire/parse'
import { pino } from 'pino'
import { encodeFunctionData, erc20Abi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NodesUnreachableError } from '../chain/errors.ts'
import { createRpcClient, type RpcClient } from '../chain/rpc-client.ts'
import { walletDocument } from '../http/wallet-document.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { createUsableTokens } from '../tokens/check-decimals.ts'
import type { Token } from '../tokens/token.ts'
import { NO_PRICES, USD_DECIMALS, type UsdPrices } from '../tokens/usd.ts'
import { balancesOperations } from './balances.operations.ts'
import { createHoldings } from './create-holdings.ts'
import { readHoldings } from './read-holdings.ts'
import { reportFailedTokens } from './report-failed-tokens.ts'

const HOLDER = '0x000000000000000000000000000000000000dEaD'
let chain: TestChain
let client: RpcClient
let tokens: Token[]

async function token(symbol: string, decimals: number, supply: bigint): Promise<Token> {
  const address = await chain.deploy('MockToken', [`The ${symbol}`, symbol, decimals, supply])
  const transfer = { abi: erc20Abi, functionName: 'transfer', args: [HOLDER, supply] } as const
  await chain.send({ to: address, data: encodeFunctionData(transfer) })
  const { id: chainId } = TEST_CHAIN
  return {
    chainId,
    address,
    name: `The ${symbol}`,
    symbol,
    decimals,
    wrapsCoin: symbol === 'WBNB',
    isHub: false,
  }
}

let lines: { msg: string }[]
let report: ReturnType<typeof reportFailedTokens>

beforeEach(() => {
  lines = []
  const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) })
  report = reportFailedTokens(log)
})

beforeAll(async () => {
  chain = await startTestChain()
  client = createRpcClient(chain.chainRpc, TEST_CHAIN)
  tokens = [
    await token('USDX', 6, 1_234_567n),
    await token('WHOLE', 0, 3n),
    await token('WBNB', 18, parseEther('2')),
  ]
  await chain.send({ to: HOLDER, value: parseEther('1.5') })
})
afterAll(() => chain.stop())

/** The wrapped coin costs as much as the coin. Nothing else has a price. */
function pricesOf(usd: number | null): UsdPrices {
  if (usd === null) return NO_PRICES
  const price = parseUnits(`${usd}`, USD_DECIMALS)
  const wrapped = tokens.filter(({ wrapsCoin }) => wrapsCoin)
  return { coin: price, tokens: new Map(wrapped.map(({ address }) => [address, price])) }
}

async function balances(
  path: string,
  known: readonly Token[] = tokens,
  price: number | null = 600,
) {
  const operations = balancesOperations({
    mainChainId: TEST_CHAIN.id,
    takeForced: () => undefined,
    sourceOf: (chainId) =>
      chainId === TEST_CHAIN.id
        ? {
            chain: TEST_CHAIN,
            holdings: (account) => readHoldings(client, known, account, report),
            prices: () => Promise.resolve(pricesOf(price)),
          }
        : undefined,
  })
  const response = await operationRoutes(operations).request(path)
  await createResponseCheck(walletDocument(operations))('get', path.replace(/\?.*/, ''), response)
  return { body: await response.json() }
}

describe('balancesOperations', () => {
  test('lists coin and tokens in exact amounts, with CAIP-10 addresses', async () => {
    const { body } = await balances(
      `/v1/account/${HOLDER}/balance?currency=usd&chainId=eip155:31337`,
    )
    const [coin, usdx, whole, wbnb] = parse(BalanceResponse, body).balances
    expect(coin).toMatchObject({
      symbol: 'BNB',
      chainId: 'eip155:31337',
      price: 600,
      value: 900,
      quantity: { decimals: '18', numeric: '1.5' },
    })
    expect(coin).not.toHaveProperty('address')
    expect(usdx).toMatchObject({
      address: `eip155:31337:${tokens[0]?.address}`,
      price: 0,
      quantity: { decimals: '6', numeric: '1.234567' },
    })
    expect(usdx).not.toHaveProperty('value')
    expect(whole?.quantity).toEqual({ decimals: '0', numeric: '3' })
    expect(wbnb).toMatchObject({ price: 600, value: 1_200 })
  })

  test('accepts a CAIP-10 account and defaults to the main chain', async () => {
    const { body } = await balances(`/v1/account/eip155:31337:${HOLDER}/balance`)
    expect(parse(BalanceResponse, body).balances).toHaveLength(4)
  })

  test('leaves out zero token balances, but never the coin', async () => {
    const { body } = await balances(
      '/v1/account/0x000000000000000000000000000000000000c0DE/balance',
    )
    expect(parse(BalanceResponse, body).balances).toMatchObject([
      { symbol: 'BNB', quantity: { numeric: '0' } },
    ])
  })

  test('leaves out a token whose contract is broken', async () => {
    const broken = { ...(tokens[0] as Token), address: HOLDER } as const
    const { body } = await balances(`/v1/account/${HOLDER}/balance`, [broken, ...tokens.slice(1)])
    expect(parse(BalanceResponse, body).balances.map(({ symbol }) => symbol)).toEqual([
      'BNB',
      'WHOLE',
      'WBNB',
    ])
  })

  test('lists the coin where no token contract works, and reports the tokens once', async () => {
    const broken = tokens.map((known) => ({ ...known, address: HOLDER }) as const)
    const path = `/v1/account/${HOLDER}/balance`
    const { body } = await balances(path, broken)
    expect(parse(BalanceResponse, body).balances.map(({ symbol }) => symbol)).toEqual(['BNB'])
    await balances(path, broken)
    expect(lines).toMatchObject([
      {
        msg: 'token balances failed',
        chainId: TEST_CHAIN.id,
        tokens: ['USDX', 'WHOLE', 'WBNB'],
        error: { name: 'ContractFunctionExecutionError' },
      },
    ])
    expect(JSON.stringify(lines)).not.toContain(HOLDER)
  })

  test('error: fails when no node responds to the calls of tokens', async () => {
    const request: ChainRpc['request'] = (call, options) =>
      call.method === 'eth_call'
        ? Promise.resolve({ kind: 'failure', reason: 'unreachable' })
        : chain.chainRpc.request(call, options)
    const halfDown = createRpcClient({ request }, TEST_CHAIN)
    await expect(readHoldings(halfDown, tokens, HOLDER, () => undefined)).rejects.toThrow(
      NodesUnreachableError,
    )
  })

  test('error: fails as unreachable when the node reports its limit in the body', async () => {
    const request: ChainRpc['request'] = () =>
      Promise.resolve({ kind: 'error', error: { code: -32_005, message: 'limit exceeded' } })
    const busy = createRpcClient({ request }, TEST_CHAIN)
    const failure = await readHoldings(busy, tokens, HOLDER, () => undefined).catch(problemOf)
    expect(failure).toMatchObject({ status: 502, problem: { code: 'chain.nodes-unreachable' } })
  })

  test('names a price that is not known 0, never null', async () => {
    const { body } = await balances(`/v1/account/${HOLDER}/balance`, tokens, null)
    const [coin] = parse(BalanceResponse, body).balances
    expect(coin?.price).toBe(0)
    expect(coin).not.toHaveProperty('value')
  })
})

describe('createHoldings', () => {
  const OTHER = '0x000000000000000000000000000000000000bEEF'

  test('leaves out tokens without decimals, and those with other decimals than listed', async () => {
    const [usdx, whole, wbnb] = tokens as [Token, Token, Token]
    const listed = [{ ...usdx, decimals: 18 }, whole, wbnb]
    const usable = createUsableTokens(client, listed, report)
    expect(await usable()).toEqual([wbnb])
    expect(lines).toMatchObject([{ msg: 'token balances failed', tokens: ['USDX'] }])
  })

  test('returns balances again without reading, unless they are forced', async () => {
    const holdings = createHoldings({
      client,
      tokens: () => Promise.resolve(tokens),
      onFailedTokens: report,
      onFailure: () => undefined,
    })
    expect((await holdings(OTHER, false)).coin).toBe(0n)
    await chain.send({ to: OTHER, value: 7n })
    expect((await holdings(OTHER, false)).coin).toBe(0n)
    expect((await holdings(OTHER, true)).coin).toBe(7n)
    expect((await holdings(OTHER, false)).coin).toBe(7n)
  })
})
