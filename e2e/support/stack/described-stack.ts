import { readFile } from 'node:fs/promises'
import type { Schedule } from '@bullring/prediction/schedule'
import type { LocalMarket } from '@bullring/stack/chain/local-market'
import type { Address } from 'viem'
import { currentStack, portOf, stackFileAt } from './stacks.ts'

/** A running stack, as `serve-test-stack` describes it. */
export type DescribedStack = {
  /** Origin of the game. */
  url: string
  rpcUrl: string
  market: LocalMarket
  schedule: Schedule
  /** The second market. */
  btc: LocalMarket | null
  exchange: {
    router: Address
    factory: Address
    wrappedCoin: Address
    tokens: readonly { address: Address; symbol: string; decimals: number }[]
  } | null
  embeddedWallet: { url: string; inboxUrl: string; vaultDatabaseUrl: string } | null
}

/** Reads the description that a stack writes of itself. Default: the project's stack. */
export async function readStack(port = portOf(currentStack())): Promise<DescribedStack> {
  return JSON.parse(await readFile(stackFileAt(port), 'utf8')) as DescribedStack
}
