import type { Logger } from 'pino'
import type { NodeHeader } from '../../chain/block-header.ts'
import { followHeadSocket } from '../../chain/head-socket.ts'
import type { GameConfig } from '../../config.ts'
import { AnnouncedHeads } from '../../indexer/follow/announced-heads.ts'
import { toBlock } from '../../indexer/read/chain-source.ts'
import type { MarketContract } from '../../market/market-contract.ts'
import type { MarketMetrics } from '../../metrics/create-metrics.ts'
import type { Loop } from './loop.ts'

type AnnounceDeps = {
  config: Pick<GameConfig, 'chain' | 'pollIntervalMs'>
  contract: MarketContract
  log: Logger
  metrics: MarketMetrics
}

/** Returns what the node announces by WebSocket, and the loop that listens; null and no loop without its URL. */
export function announceHeads({ config, contract, log, metrics }: AnnounceDeps): {
  announced: AnnouncedHeads | null
  loops: readonly Loop[]
} {
  const { socketUrl } = config.chain
  if (socketUrl === null) return { announced: null, loops: [] }
  const { headSubscription } = metrics
  headSubscription.isLive(false)
  const announced = new AnnouncedHeads({
    pollIntervalMs: config.pollIntervalMs,
    nowMs: Date.now,
    onLive: () => {
      headSubscription.isLive(true)
      log.info('following announced blocks')
    },
    onLoss: (reason) => {
      headSubscription.isLive(false)
      headSubscription.lost(reason)
      log.warn({ reason }, 'block announcements lost, polling')
    },
  })
  const listen: Loop = async (signal) => {
    const events = {
      onHead: (header: NodeHeader) => {
        announced.announce(toBlock(header, contract.predictionAddress))
      },
      onBreak: () => announced.close(),
    }
    await followHeadSocket(socketUrl, events, signal)
    headSubscription.isLive(false)
  }
  return { announced, loops: [listen] }
}
