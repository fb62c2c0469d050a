import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { randomInteger, seededRandom } from '../replay/random.ts'
import type { ExchangeToken, LocalExchange } from './exchange-plan.ts'
import { createExchangeTrader, type ExchangeTrader } from './exchange-trader.ts'

export type TradeOnExchangeOptions = {
  rpcUrl: string
  chainId: number
  exchange: LocalExchange
  account: HDAccount
  /** The game's price feed, which the pools follow. */
  oracle: Address
  /** Shortest and longest pause before a trade. */
  pauseMs?: readonly [number, number]
}

const PAUSE_MS = [8_000, 25_000] as const
const SEED = 2_024
/** Smallest and largest trade, in thousandths of a coin. */
const TRADE = [20, 400] as const
const MILLI_COIN = 10n ** 15n
/** Share of the trades that move a pool towards the price of the feed; the rest is noise. */
const TOWARDS_PRICE = 0.8

/**
 * Trades small amounts at a calm rate until `signal` aborts, mostly towards the price of the feed, as arbitrage does:
 * the pools follow the replayed price. A failed trade is reported and skipped.
 */
export async function tradeOnExchange(
  options: TradeOnExchangeOptions,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const { exchange, pauseMs = PAUSE_MS } = options
  const random = seededRandom(SEED)
  const trader = createExchangeTrader(options)
  while (!signal.aborted) {
    await sleep(randomInteger(random, ...pauseMs), undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    await tradeOnce(trader, exchange.tokens, random).catch(report)
  }
}

async function tradeOnce(
  trader: ExchangeTrader,
  tokens: readonly ExchangeToken[],
  random: () => number,
): Promise<void> {
  const token = tokens[randomInteger(random, 0, tokens.length - 1)]
  if (token === undefined) return
  const coins = BigInt(randomInteger(random, ...TRADE)) * MILLI_COIN
  const isTowards = random() < TOWARDS_PRICE
  const isBuy = (await trader.isCheap(token)) === isTowards
  await (isBuy ? trader.buy(token, coins) : trader.sell(token, coins))
}
