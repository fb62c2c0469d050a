import { setTimeout as sleep } from 'node:timers/promises'
import { checkChainId } from '../../chain/check-chain-id.ts'
import type { MarketRuntime } from '../markets/market-runtime.ts'
import { followLoops } from './follow-loop.ts'
import { indexLoop } from './index-loop.ts'
import { keeperLoop } from './keeper-loop.ts'
import type { Loop } from './loop.ts'
import { runLoops } from './loop.ts'

/** Well below the time after which a node that has not responded counts as down. */
const CHECK_CHAIN_MS = 5_000

/**
 * Starts the loops of a market.
 *
 * @returns `ready`, once the index is at the head of the chain, and `running`, when all loops have ended.
 */
export function startMarket(
  runtime: MarketRuntime,
  signal: AbortSignal,
): { ready: Promise<void>; running: Promise<void> } {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  const running = runLoops(marketLoops(runtime, resolve), signal)
  return { ready: Promise.race([reached, running]), running }
}

function marketLoops(runtime: MarketRuntime, onReady: () => void): Loop[] {
  const { config, live, leadership } = runtime
  const isServing = config.roles.has('api') || config.roles.has('stream')
  return [
    ...(leadership === null ? [] : [(signal: AbortSignal) => leadership.run(signal)]),
    ...indexLoops(runtime, onReady),
    ...followLoops(runtime, onReady),
    ...(isServing ? [live.run] : []),
    ...keeperLoops(runtime),
    ...chainCheck(runtime),
  ]
}

function indexLoops(runtime: MarketRuntime, onReady: () => void): Loop[] {
  const { client, leadership } = runtime
  if (client === null || leadership === null) return []
  return [indexLoop({ ...runtime, client, leadership }, onReady)]
}

function keeperLoops(runtime: MarketRuntime): Loop[] {
  const { client, contract, keeper } = runtime
  if (client === null || keeper === null || contract.kind !== 'bullring') return []
  const loops = keeperLoop({ ...runtime, client, sender: keeper.sender }, contract)
  return loops.map((loop) => (signal) => keeper.leadership.whileLeading(loop, signal))
}

/** Without the index and the keeper, which call the node all the time, this tells whether it responds. */
function chainCheck({ client, leadership }: MarketRuntime): Loop[] {
  if (client === null) return []
  return [
    async (signal) => {
      while (!signal.aborted) {
        const isFollowing = leadership?.isLeading() === true
        if (!isFollowing) await checkChainId(client).catch(() => undefined)
        await sleep(CHECK_CHAIN_MS, undefined, { signal }).catch(() => undefined)
      }
    },
  ]
}
