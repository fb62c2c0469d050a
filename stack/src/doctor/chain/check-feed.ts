import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { priceFeedAbi } from '@bullring/prediction/price-feed-abi'
import type { PublicClient } from 'viem'
import { broken, type Check, type Finding, on } from '../finding.ts'
import type { ServedMarket } from './served-markets.ts'

const DECIMALS = 8

/** Checks the price feed that the contract of each market reads. */
export function checkFeeds(client: PublicClient, markets: readonly ServedMarket[]): Check {
  return {
    capability: 'price feed',
    run: () => Promise.all(markets.map((market) => checkFeed(client, market))),
  }
}

async function checkFeed(
  client: PublicClient,
  { symbol, prediction }: ServedMarket,
): Promise<Finding> {
  const capability = `price feed ${symbol}`
  const market = { address: prediction, abi: predictionAbi } as const
  const read = await Promise.all([
    client.readContract({ ...market, functionName: 'oracle' }),
    client.readContract({ ...market, functionName: 'intervalSeconds' }),
    client.getBlock(),
  ]).catch(() => null)
  if (read === null)
    return broken(capability, `there is no market at ${prediction}`, 'PREDICTION_ADDRESS')
  const [address, interval, { timestamp: now }] = read
  const feed = { address, abi: priceFeedAbi } as const
  const [decimals, description, [, price, , updatedAt]] = await Promise.all([
    client.readContract({ ...feed, functionName: 'decimals' }),
    client.readContract({ ...feed, functionName: 'description' }),
    client.readContract({ ...feed, functionName: 'latestRoundData' }),
  ])
  const age = now - updatedAt
  if (decimals !== DECIMALS) return broken(capability, `has ${decimals} decimals, not ${DECIMALS}`)
  if (!description.startsWith(`${symbol} / `))
    return broken(capability, `is "${description}", not the price of ${symbol}`)
  if (price <= 0n) return broken(capability, 'has no price')
  // Rounds without an answer in an interval are refunded.
  if (age > interval) return broken(capability, `${description}: the last answer is ${age} s old`)
  return on(capability, `${description}, answered ${age} s ago`)
}
