import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Payment, PaymentsQuery, type PaymentsResponse } from '@bullring/game-api/payments'
import { type Address, getAddress, type Hash, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { output } from 'zod/mini'
import { createRpcClient } from '../chain/rpc-client.ts'
import { UnknownCursorError } from '../http/errors.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { GameFailedError } from './errors.ts'
import { createGameHistory } from './game-history.ts'

const MARKET: Address = getAddress('0x00000000000000000000000000000000000000aa')

let chain: TestChain
let game: Server
let account: Address
let bet: { hash: Hash; block: number; time: number }
let reply: (before: string | undefined) => unknown
let requests: number

beforeAll(async () => {
  chain = await startTestChain()
  account = chain.wallet.account.address
  const hash = await chain.send({ to: MARKET, value: parseEther('0.05') })
  const receipt = await chain.client.getTransactionReceipt({ hash })
  const block = await chain.client.getBlock({ blockNumber: receipt.blockNumber })
  bet = { hash, block: Number(block.number), time: Number(block.timestamp) }
  game = createServer((request, response) => {
    requests += 1
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://game')
    const query = PaymentsQuery.safeParse(Object.fromEntries(searchParams))
    if (pathname !== '/api/payments' || !query.success) return response.writeHead(422).end('{}')
    expect(query.data.address).toBe(account)
    return response.end(JSON.stringify(reply(query.data.before)))
  }).listen(0, '127.0.0.1')
  await once(game, 'listening')
})
afterAll(async () => {
  game.close()
  await chain.stop()
})
beforeEach(() => {
  requests = 0
})

const history = () => {
  const { port } = game.address() as AddressInfo
  const client = createRpcClient(chain.chainRpc, TEST_CHAIN)
  return createGameHistory({ url: `http://127.0.0.1:${port}/`, client })
}
const payment = (changes: Partial<Payment> = {}): Payment => ({
  tx_hash: bet.hash,
  block_number: bet.block,
  market: MARKET,
  staked: '0.05',
  collected: '0',
  ...changes,
})
const page = (
  payments: readonly Payment[],
  next: string | null = null,
): output<typeof PaymentsResponse> => ({ payments: [...payments], next })

test('lists stakes and claims with their transactions and times', async () => {
  reply = () => page([payment({ collected: '0.1' })])
  const coins = { token: null }
  expect(await history().page(account, null)).toEqual({
    transactions: [
      {
        hash: bet.hash,
        from: account,
        to: MARKET,
        nonce: 0,
        isConfirmed: true,
        minedAt: bet.time,
        transfers: [
          { ...coins, from: account, to: MARKET, amount: parseEther('0.05') },
          { ...coins, from: MARKET, to: account, amount: parseEther('0.1') },
        ],
      },
    ],
    next: null,
  })
})

test('lists a payment whose transaction the node has dropped', async () => {
  reply = () => page([payment({ tx_hash: `0x${'0'.repeat(64)}` })])
  const { transactions } = await history().page(account, null)
  expect(transactions).toMatchObject([{ from: account, to: MARKET, minedAt: bet.time }])
})

test('continues where the page before ended, and asks once for the same page', async () => {
  reply = (before) => (before === '7-1' ? page([]) : page([payment()], '7-1'))
  const source = history()
  const { next } = await source.page(account, null)
  expect(await source.page(account, next)).toEqual({ transactions: [], next: null })
  await source.page(account, null)
  expect(requests).toBe(2)
})

test('error: refuses the cursor of another list', async () => {
  await expect(history().page(account, 'x')).rejects.toThrow(UnknownCursorError)
  expect(requests).toBe(0)
})

test.each([{}, { payments: [{ ...page([]), staked: 1 }], next: null }])(
  'error: a game service that responds %j',
  async (body) => {
    reply = () => body
    await expect(history().page(account, null)).rejects.toThrow(GameFailedError)
  },
)
