import { parseUnits } from '@bullring/prediction/decimal'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { strikeTime } from '@bullring/prediction/schedule'
import { toEpoch } from '@bullring/prediction/units'
import type { Address } from 'viem'
import { createPublicClient, createWalletClient, http, parseEventLogs } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { localChain } from '../chain/local-market.ts'
import { startTestStack, type TestStack } from '../testing/start-test-stack.ts'
import { intervalPlan } from './interval-plan.ts'

const ROUNDS = inject('isDeep') ? 32 : 12
const SETTLED_TIMEOUT_MS = 30_000

const Round = z.object({
  state: z.string(),
  lock_price: z.nullable(z.string()),
  close_price: z.nullable(z.string()),
  bull_amount: z.string(),
  bear_amount: z.string(),
  winner: z.nullable(z.string()),
})
const Trades = z.array(
  z.object({
    epoch: z.int(),
    position_amount: z.string(),
    win_amount: z.string(),
    claim_amount: z.string(),
    is_win: z.nullable(z.boolean()),
    is_claimed: z.boolean(),
  }),
)

const bnb = (text: string) => parseUnits(text, 18)
const usd = (text: string | null) => parseUnits(text ?? '', 8)

let stack: TestStack

beforeAll(async () => {
  // One more round than compared, so that the last one compared has closed.
  stack = await startTestStack({
    postgresUrl: inject('postgresUrl'),
    roundSeconds: 300,
    playedRounds: ROUNDS + 2,
  })
}, 120_000)

afterAll(() => stack.stop())

async function post<T extends z.ZodMiniType>(
  path: string,
  body: unknown,
  schema: T,
): Promise<z.output<T>> {
  const response = await fetch(`${stack.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return z.parse(schema, await response.json())
}

function expectedPayouts(epoch: number): { trader: Address; payout: bigint; stake: bigint }[] {
  const { localGame } = stack
  const row = localGame.rounds[epoch - 1]
  if (row === undefined) throw new Error(`round ${epoch} is not recorded`)
  const winner = row.closePrice > row.lockPrice ? 'bull' : 'bear'
  return intervalPlan(localGame.rounds, localGame.schedule, epoch).flatMap((action) => {
    if (action.kind !== 'bet') return []
    const trader = localGame.accounts.traders[action.trader]?.address
    if (trader === undefined) throw new Error('no such trader')
    const share = (action.amount * row.rewardAmount) / row.rewardBaseCalAmount
    return [{ trader, stake: action.amount, payout: action.position === winner ? share : 0n }]
  })
}

async function claimAndCompare(account: HDAccount): Promise<void> {
  const { localGame } = stack
  const chain = localChain(31_337, localGame.rpcUrl)
  const transport = http(localGame.rpcUrl)
  const client = createPublicClient({ chain, transport, pollingInterval: 100 })
  const won = Array.from({ length: ROUNDS }, (_, index) => index + 1).flatMap((epoch) =>
    expectedPayouts(epoch)
      .filter(({ trader, payout }) => trader === account.address && payout > 0n)
      .map(({ payout }) => ({ epoch: BigInt(epoch), payout })),
  )
  const before = await client.getBalance({ address: account.address })
  const hash = await createWalletClient({ account, chain, transport }).writeContract({
    address: localGame.market.prediction,
    abi: predictionAbi,
    functionName: 'claim',
    args: [won.map(({ epoch }) => epoch)],
  })
  const receipt = await client.waitForTransactionReceipt({ hash })
  const claims = parseEventLogs({ abi: predictionAbi, logs: receipt.logs, eventName: 'Claim' })
  expect(claims.map(({ args }) => ({ epoch: args.epoch, payout: args.amount }))).toEqual(won)
  const after = await client.getBalance({ address: account.address })
  const paid = won.reduce((sum, { payout }) => sum + payout, 0n)
  expect(after - before + receipt.gasUsed * receipt.effectiveGasPrice).toBe(paid)
  const epochs = new Set(won.map(({ epoch }) => Number(epoch)))
  const body = { user_address: account.address, limit: 200 }
  await expect
    .poll(async () => {
      const trades = await post('/api/trades-by-user', body, Trades)
      return trades.every((trade) => trade.is_claimed === epochs.has(trade.epoch))
    })
    .toBe(true)
}

describe(`${ROUNDS} recorded rounds, played through chain, keeper, index and API`, () => {
  test('every round has the recorded prices and totals', async () => {
    for (let epoch = 1; epoch <= ROUNDS; epoch += 1) {
      const row = stack.localGame.rounds[epoch - 1]
      const round = await expect
        .poll(() => post('/api/round-info', { epoch }, Round), { timeout: SETTLED_TIMEOUT_MS })
        .toMatchObject({ state: 'settled' })
        .then(() => post('/api/round-info', { epoch }, Round))
      expect(usd(round.lock_price)).toBe(row?.lockPrice)
      expect(usd(round.close_price)).toBe(row?.closePrice)
      expect(bnb(round.bull_amount)).toBe(row?.bullAmount)
      expect(bnb(round.bear_amount)).toBe(row?.bearAmount)
    }
  })

  test('the API returns every payout to the wei', async () => {
    const trades = new Map<string, z.output<typeof Trades>>()
    for (const { address } of stack.localGame.accounts.traders) {
      trades.set(
        address,
        await post('/api/trades-by-user', { user_address: address, limit: 200 }, Trades),
      )
    }
    for (let epoch = 1; epoch <= ROUNDS; epoch += 1) {
      for (const { trader, payout, stake } of expectedPayouts(epoch)) {
        const trade = trades.get(trader)?.find((candidate) => candidate.epoch === epoch)
        expect(trade).toMatchObject({ is_win: payout > 0n, is_claimed: false })
        expect(bnb(trade?.claim_amount ?? '')).toBe(payout)
        expect(bnb(trade?.win_amount ?? '')).toBe(payout === 0n ? 0n : payout - stake)
      }
    }
  })

  test('the contract pays exactly that, and the API reports it as claimed', async () => {
    await Promise.all(stack.localGame.accounts.traders.map(claimAndCompare))
  })

  test('the recorded strike is the first oracle answer at or after each strike time', async () => {
    const { localGame } = stack
    const client = createPublicClient({ transport: http(localGame.rpcUrl) })
    for (let epoch = 1; epoch <= ROUNDS; epoch += 1) {
      const [price, , updatedAt] = await client.readContract({
        address: localGame.market.prediction,
        abi: predictionAbi,
        functionName: 'strikes',
        args: [BigInt(epoch)],
      })
      expect(price).toBe(localGame.rounds[epoch - 1]?.lockPrice)
      expect(Number(updatedAt)).toBe(strikeTime(localGame.schedule, toEpoch(epoch)))
    }
  })
})
