import type { RpcHeader } from '../../chain/head-socket.ts'
import { followHeadSocket } from '../../chain/head-socket.ts'
import { AnnouncedHeads } from '../../indexer/follow/announced-heads.ts'
import { toBlock } from '../../indexer/read/chain-source.ts'
import { parseHeader } from '../../indexer/read/node-replies.ts'
import type { MarketRuntime } from '../markets/market-runtime.ts'
import type { Loop } from './loop.ts'

/** Returns what the node announces by WebSocket, and the loop that listens; null and no loop without its URL. */
export function announceHeads({ config, contract, log, health }: MarketRuntime): {
  announced: AnnouncedHeads | null
  loops: readonly Loop[]
} {
  const { socketUrl } = config.chain
  if (socketUrl === null) return { announced: null, loops: [] }
  const { headSubscription } = health.metrics
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
      onHead: (announcedHeader: RpcHeader) => {
        const header = parseHeader(announcedHeader)
        if (header !== null) announced.announce(toBlock(header, contract.predictionAddress))
      },
      onBreak: () => announced.close(),
    }
    await followHeadSocket(socketUrl, events, signal)
    headSubscription.isLive(false)
  }
  return { announced, loops: [listen] }
}
