import { waitForReceipt } from '@bullring/contracts/wait-for-receipt'
import type { RunningService } from '@bullring/server/run-service'
import { ConvertApproveResponse } from '@bullring/wallet-api/blockchain-api/convert-approve'
import { ConvertQuotesResponse } from '@bullring/wallet-api/blockchain-api/convert-quotes'
import { ConvertTokensResponse } from '@bullring/wallet-api/blockchain-api/convert-tokens'
import { ConvertTransactionResponse } from '@bullring/wallet-api/blockchain-api/convert-transaction'
import { FungiblePriceResponse } from '@bullring/wallet-api/blockchain-api/fungible-price'
import { parse } from '@bullring/wire/parse'
import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fetchChecked, PROJECT_ID, startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { addPool, approve, openTestExchange, type TestExchange } from '../testing/test-exchange.ts'

const COIN = `eip155:31337:0x${'e'.repeat(40)}`

let chain: TestChain
let exchange: TestExchange
let database: Awaited<ReturnType<typeof createTestDatabase>>
let wallet: RunningService
let user: Address
/** Listed tokens without a pool, with a nearly empty pool, and with changing decimals. */
let lonely: Address
let dusty: Address
let shifty: Address

const caip = (address: Address) => `eip155:${TEST_CHAIN.id}:${address}`

function tokenAt(index: number): Address {
  const token = exchange.tokens[index]
  if (token === undefined) throw new Error(`no token ${index}`)
  return token.address
}

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  exchange = await openTestExchange(chain)
  user = chain.wallet.account.address
  lonely = await chain.deploy('MockToken', ['Lonely', 'LONE', 18, parseEther('1000')])
  dusty = await chain.deploy('MockToken', ['Dusty', 'DUST', 18, parseEther('1000')])
  shifty = await chain.deploy('MockToken', ['Shifty', 'SHIFT', 18, parseEther('1000')])
  for (const token of [dusty, shifty]) await approve(chain, token, exchange.router)
  await addPool(chain, exchange.router, dusty, 2_000n, 2_000n)
  await addPool(chain, exchange.router, shifty, parseEther('500'), parseEther('500'))
  wallet = await startTestWallet(chain, database.url, walletVariables(), {
    swapRequestsPerMinute: 100_000,
  })
})
afterAll(async () => {
  await wallet.stop()
  await Promise.all([chain.stop(), database.drop()])
})

function walletVariables(): Record<string, string> {
  const { id: chainId } = TEST_CHAIN
  const entry = (address: Address, symbol: string, decimals = 18, more = {}) => ({
    chainId,
    address,
    name: symbol,
    symbol,
    decimals,
    ...more,
  })
  const tokens = [
    entry(exchange.wrappedCoin, 'WBNB', 18, { wrapsCoin: true }),
    ...exchange.tokens.map(({ address, symbol, decimals }, index) =>
      entry(address, symbol, decimals, { isHub: index === 0 }),
    ),
    entry(exchange.feeToken, 'DEFL'),
    entry(lonely, 'LONE'),
    entry(dusty, 'DUST'),
    entry(shifty, 'SHIFT'),
  ]
  return {
    WALLET_TOKENS: JSON.stringify(tokens),
    WALLET_ROUTERS: `${chainId}=${exchange.router}`,
    WALLET_PRICE_FEEDS: `${chainId}=${exchange.feed}`,
  }
}

/** Sends a request as the reference client does: POST bodies carry the project id. */
function call(path: string, input: Record<string, unknown>, method = 'GET') {
  if (method === 'POST') {
    const body = JSON.stringify({ ...input, projectId: PROJECT_ID })
    return fetchChecked(`${wallet.url}${path}`, { method, body })
  }
  const query = new URLSearchParams({ ...(input as Record<string, string>), projectId: PROJECT_ID })
  return fetchChecked(`${wallet.url}${path}?${query}`)
}

async function problem(response: Response) {
  return { status: response.status, ...((await response.json()) as { code: string }) }
}

async function quote(from: string, to: string, amount: bigint, gasPrice = '1') {
  const input = { from, to, amount: `${amount}`, userAddress: user, gasPrice }
  const response = await call('/v1/convert/quotes', input)
  expect(response.status).toBe(200)
  const [best] = parse(ConvertQuotesResponse, await response.json()).quotes
  if (best === undefined) throw new Error('no quote')
  return best
}

function buildInput(from: string, to: string, amount: bigint) {
  return {
    amount: `${amount}`,
    from,
    to,
    userAddress: caip(user),
    disableEstimate: true,
    eip155: { slippage: 1 },
  }
}

function build(from: string, to: string, amount: bigint, more: Record<string, unknown> = {}) {
  const input = { ...buildInput(from, to, amount), ...more }
  return call('/v1/convert/build-transaction', input, 'POST')
}

async function built(...args: Parameters<typeof build>) {
  const response = await build(...args)
  expect(await response.clone().text()).toContain('"tx"')
  return parse(ConvertTransactionResponse, await response.json())
}

/**
 * Sends as the reference client does.
 *
 * @returns Cost of the transaction in wei.
 */
async function send(tx: { to: string; data: Hash; eip155: { gas: number } }, value: bigint) {
  const to = tx.to.split(':')[2] as Address
  const gas = BigInt(tx.eip155.gas)
  const hash = await chain.wallet.sendTransaction({ to, data: tx.data, value, gas })
  const receipt = await waitForReceipt(chain.client, hash)
  expect(receipt.status).toBe('success')
  return receipt.gasUsed * receipt.effectiveGasPrice
}

async function approveBy(from: string, to: string, query: Record<string, string> = {}) {
  const response = await call('/v1/convert/build-approve', {
    from,
    to,
    userAddress: caip(user),
    ...query,
  })
  expect(response.status).toBe(200)
  return parse(ConvertApproveResponse, await response.json()).tx
}

const balanceOf = (token: Address) =>
  chain.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [user],
  })

const poolAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
])

async function reserves(token: Address) {
  const pair = await chain.client.readContract({
    address: exchange.factory,
    abi: poolAbi,
    functionName: 'getPair',
    args: [exchange.wrappedCoin, token],
  })
  const balance = (of: Address) =>
    chain.client.readContract({
      address: of,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [pair],
    })
  return { coins: await balance(exchange.wrappedCoin), tokens: await balance(token) }
}

describe('GET /v1/convert/tokens', () => {
  test('lists the coin first, as clients look for it, and every token with its decimals', async () => {
    const response = await call('/v1/convert/tokens', { chainId: 'eip155:31337' })
    const { tokens } = parse(ConvertTokensResponse, await response.json())
    expect(tokens[0]).toMatchObject({ address: COIN, symbol: 'BNB', decimals: 18 })
    expect(tokens.map(({ decimals }) => decimals)).toEqual([18, 18, 6, 18, 8, 18, 18, 18, 18])
    const balances = await call(`/v1/account/${exchange.wrappedCoin}/balance`, {})
    expect(balances.status).toBe(200)
  })

  test('error: is not available on a chain that is not served', async () => {
    const response = await call('/v1/convert/tokens', { chainId: 'eip155:56' })
    expect(await problem(response)).toMatchObject({ status: 404, code: 'chain.not-served' })
  })
})

describe('POST /v1/fungible/price', () => {
  test('prices the coin by its feed and tokens by their pools; 0 where no pool is deep enough', async () => {
    const addresses = [COIN, ...[0, 1, 2].map((index) => caip(tokenAt(index))), caip(dusty)]
    const response = await call('/v1/fungible/price', { currency: 'usd', addresses }, 'POST')
    const { fungibles } = parse(FungiblePriceResponse, await response.json())
    expect(fungibles.map(({ symbol }) => symbol)).toEqual([
      'BNB',
      'PLAYUSD',
      'CAPE',
      'SHOE',
      'DUST',
    ])
    const [coin, usd, cape, shoe, dust] = fungibles.map(({ price }) => price)
    expect(coin).toBe(600)
    expect(usd).toBeCloseTo(1, 6)
    expect(cape).toBeCloseTo(0.42, 6)
    expect(shoe).toBeCloseTo(12.5, 6)
    expect(dust).toBe(0)
  })

  test('error: reports which field of the request is invalid', async () => {
    const response = await call('/v1/fungible/price', { addresses: ['0x12'] }, 'POST')
    expect(await response.json()).toMatchObject({
      status: 422,
      errors: [{ field: 'addresses.0' }],
    })
  })
})

describe('a swap', () => {
  test('yields exactly what was quoted, there and back, in balances and reserves', async () => {
    const shoe = tokenAt(2)
    const amount = parseEther('1.5')
    const before = { pool: await reserves(shoe), tokens: await balanceOf(shoe) }
    const there = await quote(COIN, caip(shoe), amount)
    const swap = await built(COIN, caip(shoe), amount, { quoteId: there.id })
    expect(swap.tx).toMatchObject({
      from: caip(user),
      to: caip(exchange.router),
      amount: `${amount}`,
      value: `${amount}`,
    })
    expect(BigInt(swap.minimumToAmount)).toBe((BigInt(there.toAmount) * 99n) / 100n)
    await send(swap.tx, amount)
    const received = (await balanceOf(shoe)) - before.tokens
    expect(received).toBe(BigInt(there.toAmount))
    expect(await reserves(shoe)).toEqual({
      coins: before.pool.coins + amount,
      tokens: before.pool.tokens - received,
    })

    const allowance = await call('/v1/convert/allowance', {
      tokenAddress: caip(shoe),
      userAddress: caip(user),
    })
    expect(await allowance.json()).toEqual({ allowance: '0' })
    const approval = await approveBy(caip(shoe), COIN, { amount: `${received}` })
    expect(approval).toMatchObject({ from: caip(shoe), to: caip(shoe), value: '0' })
    await send(approval, 0n)
    const back = await quote(caip(shoe), COIN, received)
    const coins = await chain.client.getBalance({ address: user })
    const pool = await reserves(shoe)
    const cost = await send((await built(caip(shoe), COIN, received)).tx, 0n)
    const gained = (await chain.client.getBalance({ address: user })) - coins + cost
    expect(gained).toBe(BigInt(back.toAmount))
    expect(await reserves(shoe)).toEqual({
      coins: pool.coins - gained,
      tokens: pool.tokens + received,
    })
    expect(await balanceOf(shoe)).toBe(before.tokens)
  })

  test('takes the better of direct and two-hop routes, as the router computes them', async () => {
    const [usd, cape] = [tokenAt(0), tokenAt(1)]
    const paths = [
      [usd, cape],
      [usd, exchange.wrappedCoin, cape],
    ]
    for (const amount of [1_000_000n, 50_000_000_000n]) {
      const yields = await Promise.all(
        paths.map(async (path) => {
          const router = { address: exchange.router, abi: poolAbi } as const
          const amounts = await chain.client.readContract({
            ...router,
            functionName: 'getAmountsOut',
            args: [amount, path],
          })
          return amounts.at(-1) ?? 0n
        }),
      )
      const best = await quote(caip(usd), caip(cape), amount)
      expect(BigInt(best.toAmount)).toBe(yields.reduce((a, b) => (a > b ? a : b)))
      expect(best.route).toHaveLength(yields[0] === BigInt(best.toAmount) ? 2 : 3)
    }
    const large = await quote(caip(usd), caip(cape), 50_000_000_000n)
    expect(large.route).toContain(caip(exchange.wrappedCoin))
    expect(large.priceImpact).toBeGreaterThan(1)
    const atAnyCost = await quote(caip(usd), caip(cape), 50_000_000_000n, `${10n ** 17n}`)
    expect(atAnyCost.route).toEqual([caip(usd), caip(cape)])
    expect((await quote(caip(usd), caip(cape), 1_000n)).priceImpact).toBeLessThan(0.01)
  })

  test('wraps and unwraps the coin one to one, without a pool', async () => {
    const wrapped = exchange.wrappedCoin
    const amount = parseEther('0.25')
    const quoted = await quote(COIN, caip(wrapped), amount)
    expect(quoted).toMatchObject({ toAmount: `${amount}`, priceImpact: 0 })
    const { tx } = await built(COIN, caip(wrapped), amount)
    expect(tx.to).toBe(caip(wrapped))
    await send(tx, amount)
    expect(await balanceOf(wrapped)).toBe(amount)
    await send((await built(caip(wrapped), COIN, amount)).tx, 0n)
    expect(await balanceOf(wrapped)).toBe(0n)
  })

  test('of a token with a fee on transfers checks what arrives', async () => {
    const { feeToken } = exchange
    const amount = parseEther('0.5')
    const before = await balanceOf(feeToken)
    const refused = await build(COIN, caip(feeToken), amount, { eip155: { slippage: 0.5 } })
    expect(await problem(refused)).toMatchObject({ status: 422, code: 'swap.transfer-fee' })
    const swap = await built(COIN, caip(feeToken), amount, { eip155: { slippage: 3 } })
    await send(swap.tx, amount)
    const received = (await balanceOf(feeToken)) - before
    expect(received).toBeLessThan(BigInt(swap.toAmount))
    expect(received).toBeGreaterThanOrEqual(BigInt(swap.minimumToAmount))
    const back = await built(caip(feeToken), COIN, received, { eip155: { slippage: 5 } })
    await send(back.tx, 0n)
    expect(await balanceOf(feeToken)).toBe(before)
  })
})

describe('approvals', () => {
  test('the coin needs none', async () => {
    const response = await call('/v1/convert/allowance', {
      tokenAddress: COIN,
      userAddress: caip(user),
    })
    expect(await response.json()).toEqual({ allowance: `${maxUint256}` })
    const approval = await call('/v1/convert/build-approve', {
      from: COIN,
      to: caip(tokenAt(0)),
      userAddress: caip(user),
    })
    expect(await problem(approval)).toMatchObject({ code: 'swap.no-approval-needed' })
  })

  test('only ever name the configured router as spender', async () => {
    const { data } = await approveBy(caip(tokenAt(0)), COIN)
    expect(decodeFunctionData({ abi: erc20Abi, data: data as Hex })).toEqual({
      functionName: 'approve',
      args: [exchange.router, maxUint256],
    })
    const given = { spender: user, router: user, amount: '5' }
    const other = await approveBy(caip(tokenAt(0)), COIN, given)
    const { args } = decodeFunctionData({ abi: erc20Abi, data: other.data as Hex })
    expect(args).toEqual([exchange.router, 5n])
  })
})

describe('hostile input', () => {
  test.each(['-1', '0', '1.5', '1e18', `${2n ** 256n}`, '9'.repeat(80), '0x10', ''])(
    'error: refuses the amount %j',
    async (amount) => {
      const input = { from: COIN, to: caip(tokenAt(0)), amount, userAddress: user }
      const response = await call('/v1/convert/quotes', input)
      expect(await response.json()).toMatchObject({ status: 422, errors: [{ field: 'amount' }] })
    },
  )

  test('error: finds no route for an amount that overflows the pool', async () => {
    const input = { from: COIN, to: caip(tokenAt(0)), amount: `${maxUint256}`, userAddress: user }
    const response = await call('/v1/convert/quotes', input)
    expect(await problem(response)).toMatchObject({ status: 422, code: 'swap.no-route' })
  })

  test.each([-1, 51, Number.NaN, 'x'])('error: refuses the slippage %j', async (slippage) => {
    const response = await build(COIN, caip(tokenAt(0)), 1n, { eip155: { slippage } })
    expect(response.status).toBe(422)
  })

  test.each(['-1', '1.5', '0x1', 'cheap'])('error: refuses the gas price %s', async (gasPrice) => {
    const input = { from: COIN, to: caip(tokenAt(0)), amount: '1', gasPrice }
    const response = await call('/v1/convert/quotes', input)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: [{ field: 'gasPrice' }] })
  })

  test('error: refuses a token that only calls itself like a listed one', async () => {
    const impostor = await chain.deploy('MockToken', ['Play Dollar (local)', 'PLAYUSD', 6, 1n])
    const input = { from: COIN, to: caip(impostor), amount: '1', userAddress: user }
    const response = await call('/v1/convert/quotes', input)
    expect(await problem(response)).toMatchObject({ code: 'swap.token-not-listed' })
  })

  test('error: finds no route without a pool, or through one that is empty', async () => {
    for (const token of [lonely, dusty]) {
      const input = { from: caip(token), to: caip(tokenAt(0)), amount: '1', userAddress: user }
      const response = await call('/v1/convert/quotes', input)
      expect(await problem(response)).toMatchObject({ status: 422, code: 'swap.no-route' })
    }
  })

  test('shows the price impact of a swap that a nearly empty pool cannot serve', async () => {
    expect((await quote(COIN, caip(dusty), parseEther('1'))).priceImpact).toBeGreaterThan(99)
  })

  test('error: refuses equal tokens, and tokens of two chains', async () => {
    const same = { from: COIN, to: COIN, amount: '1', userAddress: user }
    expect(await problem(await call('/v1/convert/quotes', same))).toMatchObject({
      code: 'swap.same-token',
    })
    const cross = { ...same, to: `eip155:56:${tokenAt(0)}` }
    expect(await problem(await call('/v1/convert/quotes', cross))).toMatchObject({
      code: 'swap.cross-chain',
    })
  })

  test('error: reports a missing balance and a missing allowance as such', async () => {
    const [, poor] = chain.accounts
    const tooMuch = await build(COIN, caip(tokenAt(0)), parseEther('99999999'))
    expect(await problem(tooMuch)).toMatchObject({ code: 'swap.insufficient-balance' })
    expect(poor).toBeDefined()
    const unapproved = await build(caip(lonely), COIN, 1n)
    expect(await problem(unapproved)).toMatchObject({ code: 'swap.no-route' })
    const swap = await built(COIN, caip(tokenAt(1)), parseEther('0.01'))
    await send(swap.tx, parseEther('0.01'))
    const cape = await build(caip(tokenAt(1)), COIN, 1_000_000n)
    expect(await problem(cape)).toMatchObject({ code: 'swap.allowance-too-low' })
  })

  test('accepts a quote at a node that did not give it', async () => {
    await using resources = new AsyncDisposableStack()
    const other = await startTestWallet(chain, database.url, walletVariables(), {
      swapRequestsPerMinute: 100_000,
    })
    resources.defer(other.stop)
    const amount = parseEther('0.5')
    const { id, toAmount } = await quote(COIN, caip(tokenAt(0)), amount)
    const input = { ...buildInput(COIN, caip(tokenAt(0)), amount), quoteId: id }
    const body = JSON.stringify({ ...input, projectId: PROJECT_ID })
    const url = `${other.url}/v1/convert/build-transaction`
    const response = await fetchChecked(url, { method: 'POST', body })
    expect(response.status).toBe(200)
    const { minimumToAmount } = parse(ConvertTransactionResponse, await response.json())
    expect(BigInt(minimumToAmount)).toBe((BigInt(toAmount) * 99n) / 100n)
  })

  test('error: refuses a quote of another swap, and one that the price has left', async () => {
    const amount = parseEther('1')
    const { id } = await quote(COIN, caip(tokenAt(0)), amount)
    const other = await build(COIN, caip(tokenAt(0)), amount * 2n, { quoteId: id })
    expect(await problem(other)).toMatchObject({ status: 409, code: 'swap.quote-expired' })
    const push = await built(COIN, caip(tokenAt(0)), parseEther('100'))
    await send(push.tx, parseEther('100'))
    const moved = await build(COIN, caip(tokenAt(0)), amount, { quoteId: id })
    expect(await problem(moved)).toMatchObject({ status: 409, code: 'swap.price-moved' })
  })

  test('error: refuses a token whose decimals have changed since it was listed', async () => {
    const changed = await chain.deploy('MockToken', ['Shifty', 'SHIFT', 6, 1n])
    const code = await chain.client.getCode({ address: changed })
    const original = await chain.client.getCode({ address: shifty })
    await chain.rpc('anvil_setCode', [shifty, code])
    const response = await build(COIN, caip(shifty), 1_000n)
    expect(await problem(response)).toMatchObject({ status: 409, code: 'swap.decimals-changed' })
    await chain.rpc('anvil_setCode', [shifty, original])
  })

  test('error: returns no transaction whose simulation reverts', async () => {
    // Responds to reads from its storage, and reverts every transfer: transfer(address,uint256) is a9059cbb.
    const original = await chain.client.getCode({ address: shifty })
    if (original === undefined) throw new Error('no code')
    const blocked = original.replaceAll('63a9059cbb', '63deadbeef')
    expect(blocked).not.toBe(original)
    await chain.rpc('anvil_setCode', [shifty, blocked])
    const response = await build(COIN, caip(shifty), parseEther('0.1'))
    expect(await problem(response)).toMatchObject({ status: 422, code: 'swap.reverts' })
    await chain.rpc('anvil_setCode', [shifty, original])
  })

  test('limits the quotes of one IP address', async () => {
    const limits = { swapRequestsPerMinute: 1 }
    const limited = await startTestWallet(chain, database.url, walletVariables(), limits)
    const input = {
      from: COIN,
      to: caip(tokenAt(0)),
      amount: `${10n ** 15n}`,
      projectId: PROJECT_ID,
    }
    const url = `${limited.url}/v1/convert/quotes?${new URLSearchParams(input)}`
    expect((await fetchChecked(url)).status).toBe(200)
    const second = await fetchChecked(url)
    expect(second.status).toBe(429)
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    await limited.stop()
  })
})
