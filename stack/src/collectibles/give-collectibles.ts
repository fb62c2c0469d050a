import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  http,
  isAddressEqual,
  parseAbi,
} from 'viem'
import type { HDAccount } from 'viem/accounts'
import { localChain } from '../chain/local-market.ts'

export type GiveCollectiblesOptions = {
  rpcUrl: string
  chainId: number
  collection: Address
  /** Owner of the collection. */
  owner: HDAccount
  /** Every account that it pays is a newcomer. */
  faucet: Address
  pollMs?: number
}

const POLL_MS = 1_000

/** Blocks before the start that are read too: a newcomer may have come while the last run ended. */
const BLOCKS_BACK = 60n
const BLOCKS_PER_STEP = 60n

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function mint(address to)',
])

/**
 * Gives a collectible to each account that the faucet pays and that has none, until `signal` aborts. A failed step is
 * reported and retried.
 */
export async function giveCollectibles(
  options: GiveCollectiblesOptions,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const { pollMs = POLL_MS } = options
  const step = createGiver(options)
  while (!signal.aborted) {
    await step().catch(report)
    await sleep(pollMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Returns a function that reads the blocks since the last call. */
function createGiver({ rpcUrl, chainId, collection, owner, faucet }: GiveCollectiblesOptions) {
  const chain = localChain(chainId, rpcUrl)
  const transport = http(rpcUrl)
  const reader = createPublicClient({ chain, transport, pollingInterval: 50 })
  const wallet = createWalletClient({ account: owner, chain, transport })
  const contract = { address: collection, abi } as const
  const give = async (to: Address) => {
    const held = await reader.readContract({ ...contract, functionName: 'balanceOf', args: [to] })
    if (held > 0n) return
    const hash = await wallet.writeContract({ ...contract, functionName: 'mint', args: [to] })
    await reader.waitForTransactionReceipt({ hash })
  }
  const blockAt = (blockNumber: bigint) =>
    reader.getBlock({ blockNumber, includeTransactions: true })
  const newcomersIn = ({ transactions }: Awaited<ReturnType<typeof blockAt>>) => {
    const paid = transactions.filter(({ from }) => isAddressEqual(from, faucet))
    return paid.flatMap(({ to }) => to ?? [])
  }
  let next: bigint | null = null
  return async () => {
    const newest = await reader.getBlock({ includeTransactions: true })
    const head = newest.number
    next ??= head > BLOCKS_BACK ? head - BLOCKS_BACK : 0n
    const last = head < next + BLOCKS_PER_STEP ? head : next + BLOCKS_PER_STEP
    for (; next <= last; next += 1n) {
      const block = next === head ? newest : await blockAt(next)
      for (const account of newcomersIn(block)) await give(account)
    }
  }
}
