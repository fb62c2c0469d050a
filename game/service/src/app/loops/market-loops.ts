import { setTimeout as sleep } from 'node:timers/promises'
import type { Leadership } from '@bullring/server/db/leadership'
import type { Logger } from 'pino'
import { checkChainId } from '../../chain/check-chain-id.ts'
import type { GameConfig } from '../../config.ts'
import type { Connections } from '../../db/open-connections.ts'
import type { ListenForChanges } from '../../db/share-changes.ts'
import type { MarketConfig } from '../../market-config.ts'
import type { Keeper, Market } from '../markets/market.ts'
import { followLoops } from './follow-loop.ts'
import { indexLoop } from './index-loop.ts'
import { keeperLoop } from './keeper-loop.ts'
import type { Loop } from './loop.ts'
import { runLoops } from './loop.ts'
import { tickLoops } from './tick-loop.ts'

/** Well below the time after which a node that has not responded counts as down. */
const CHECK_CHAIN_MS = 5_000

/** A market whose loops run. */
export type RunningMarket = {
  /** Resolves once the index is at the head of the chain. */
  ready: Promise<void>
  /** Resolves when all loops have ended; rejects when one has failed. */
  running: Promise<void>
}

type MarketParts = Pick<
  Market,
  'client' | 'contract' | 'rounds' | 'head' | 'now' | 'history' | 'health' | 'live' | 'reads'
> & {
  config: GameConfig
  market: MarketConfig
  log: Logger
  written: Connections
  /** Null where this process does not index. */
  leadership: Leadership | null
  keeper: Keeper | null
  listen: ListenForChanges
  onProgress: (text: string) => void
}

/** Starts the loops that the roles of this process need of a market. */
export function startMarket(parts: MarketParts, signal: AbortSignal): RunningMarket {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  const running = runLoops(marketLoops(parts, resolve), signal)
  return { ready: Promise.race([reached, running]), running }
}

function marketLoops(parts: MarketParts, onReady: () => void): Loop[] {
  const { config, head, history, live, leadership, contract, reads, listen, log } = parts
  const isServing = config.roles.has('api') || config.roles.has('stream')
  const followed = { contract, head, history, leadership, listen, live, log, reads }
  return [
    ...(leadership === null ? [] : [(signal: AbortSignal) => leadership.run(signal)]),
    ...indexLoops(parts, onReady),
    ...followLoops(followed, onReady),
    ...(isServing ? [live.run] : []),
    ...tickLoops(parts),
    ...keeperLoops(parts),
    ...chainCheck(parts),
  ]
}

function indexLoops(parts: MarketParts, onReady: () => void): Loop[] {
  const { client, leadership, live } = parts
  if (client === null || leadership === null) return []
  return [indexLoop({ ...parts, client, leadership, publish: live.publish }, onReady)]
}

function keeperLoops({ client, config, contract, health, keeper, log }: MarketParts): Loop[] {
  if (client === null || keeper === null || contract.kind !== 'bullring') return []
  const { sender } = keeper
  const loops = keeperLoop({ client, config, health, log, sender }, contract)
  return loops.map((loop) => (signal) => keeper.leadership.whileLeading(loop, signal))
}

/** Without the index and the keeper, which call the node all the time, this tells whether it responds. */
function chainCheck({ client, leadership }: Pick<MarketParts, 'client' | 'leadership'>): Loop[] {
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
