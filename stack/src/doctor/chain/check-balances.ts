import { SETTINGS as BUNDLER, leastBalance } from '@bullring/bundler/config'
import { isBalanceLow } from '@bullring/game/keeper/alarms'
import { hasForeignOperators } from '@bullring/game/market-config'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { type Address, formatEther, type PublicClient } from 'viem'
import { addressOf } from '../../setup/key-conflicts.ts'
import type { InstalledSettings } from '../../setup/settings-folder.ts'
import { broken, type Check, type Finding, on } from '../finding.ts'
import type { ServedMarket } from './served-markets.ts'

/** Checks that keeper and relayer can pay, by the thresholds of their alarms. */
export function checkBalances(
  client: PublicClient,
  { start, keeper }: InstalledSettings,
  markets: readonly ServedMarket[],
): Check {
  return {
    capability: 'balances',
    run: async () => {
      const settles = !hasForeignOperators(start)
      const keeperAddress = settles ? addressOf(keeper['GAME_KEEPER_PRIVATE_KEY']) : null
      const relayer = addressOf(start['BUNDLER_RELAYER_PRIVATE_KEY'])
      return await Promise.all([
        ...(keeperAddress === null ? [] : [keeperBalance(client, keeperAddress, markets)]),
        ...(relayer === null ? [] : [relayerBalance(client, relayer, start)]),
      ])
    },
  }
}

async function keeperBalance(
  client: PublicClient,
  address: Address,
  markets: readonly ServedMarket[],
): Promise<Finding> {
  const capability = 'balance of the keeper'
  const [balance, gasPrice, intervals] = await Promise.all([
    client.getBalance({ address }),
    client.getGasPrice(),
    Promise.all(markets.map(({ prediction }) => intervalOf(client, prediction))),
  ])
  const isLow = intervals.some((seconds) => isBalanceLow({ balance, gasPrice }, seconds))
  const text = `${formatEther(balance)} at ${address}`
  if (balance === 0n || isLow)
    return broken(
      capability,
      `${text}: less than a day of settlements costs`,
      `coins for ${address}`,
    )
  return on(capability, text)
}

async function intervalOf(client: PublicClient, address: Address): Promise<number> {
  const call = { address, abi: predictionAbi, functionName: 'intervalSeconds' } as const
  return Number(await client.readContract(call))
}

async function relayerBalance(
  client: PublicClient,
  address: Address,
  start: InstalledSettings['start'],
): Promise<Finding> {
  const capability = 'balance of the relayer'
  const least = leastBalance(
    BUNDLER.BUNDLER_BUDGET_PER_DAY.kind.parse(start['BUNDLER_BUDGET_PER_DAY']),
  )
  const balance = await client.getBalance({ address })
  const text = `${formatEther(balance)} at ${address}`
  if (balance < least)
    return broken(capability, `${text}: less than ${formatEther(least)}`, `coins for ${address}`)
  return on(capability, text)
}
