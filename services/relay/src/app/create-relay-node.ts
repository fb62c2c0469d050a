import type { IncomingMessage } from 'node:http'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import { admitClient } from '../auth/admit-client.ts'
import type { RelayConfig } from '../config.ts'
import { Delivery } from '../delivery.ts'
import { CallLimits } from '../limits/call-limits.ts'
import type { Mailboxes, StoredMessage } from '../mailboxes.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import { messageData, subscriptionId } from '../rpc/execute-call.ts'
import { type FrameDeps, serveFrame } from '../rpc/serve-frame.ts'
import type { ClientSocket } from '../sockets/client-socket.ts'
import { SocketServer } from '../sockets/socket-server.ts'
import { Subscribers } from '../sockets/subscribers.ts'

export type NodeDeps = {
  config: RelayConfig
  log: Logger
  mailboxes: Mailboxes
  metrics: Metrics
  nowMs: () => number
}

/** What one process of the relay does: its sockets, and the messages between them and the mailboxes. */
export type RelayNode = ReturnType<typeof createRelayNode>

/** A frame is longer than its message: JSON escapes characters, and a call may carry two messages. */
const FRAME_FACTOR = 4

/** Connects sockets, calls and mailboxes. */
export function createRelayNode({ config, log, mailboxes, metrics, nowMs }: NodeDeps) {
  const { limits, http } = config
  const subscribers = new Subscribers<ClientSocket>()
  const reportFailure = (action: string, error: unknown) => {
    metrics.storeFailed(action)
    log.warn({ action, error: errorSummary(error) }, 'store failed')
  }
  const delivery = new Delivery({
    mailboxes,
    push: (message) => {
      for (const socket of subscribers.of(message.topic)) socket.push(message)
    },
    onStored: metrics.stored,
    onFailure: reportFailure,
  })
  const callLimits = new CallLimits({
    ...{ calls: limits.calls, frames: limits.frames, socketsPerIp: limits.socketsPerIp },
    nowMs,
  })
  const frame: FrameDeps = {
    ...{ delivery, nowMs, maxMessageBytes: limits.messageBytes },
    limits: callLimits,
    onCall: metrics.call,
    onError: (error) => reportFailure('read', error),
  }
  const admit = (request: IncomingMessage) =>
    admitClient(request, { ...config, proxies: http.proxies, nowMs })
  const maxFrameBytes = limits.messageBytes * FRAME_FACTOR
  const sockets = new SocketServer({
    socket: {
      subscribers,
      maxTopics: limits.topicsPerSocket,
      read: (read) => delivery.read(read),
      acknowledge: (receipt, onDone) => delivery.acknowledge(receipt, onDone),
      nextId: createIds(nowMs),
      toFrame: pushFrame,
      onPushed: metrics.pushed,
      onReadFailure: (error) => reportFailure('read', error),
    },
    admit,
    receive: (socket, ip, text) => receive(socket, ip, text, frame),
    limits: callLimits,
    ...{ maxSockets: limits.sockets, maxFrameBytes, proxies: http.proxies },
    onRefused: metrics.refused,
    onFault: (error) => log.error({ error: errorSummary(error) }, 'socket ended by a fault'),
  })
  return {
    ...{ sockets, frame, admit, maxFrameBytes },
    allowsHandshake: (ip: string) => callLimits.allowsHandshake(ip),
    /** Pushes messages that other nodes have stored; of all topics for null. */
    catchUp: (topics: readonly string[] | null) => {
      if (topics === null) {
        for (const socket of sockets.all()) socket.load()
        return
      }
      for (const topic of topics) for (const socket of subscribers.of(topic)) socket.load([topic])
    },
    reportLoad: () =>
      metrics.load({
        sockets: sockets.size,
        topics: subscribers.topicCount,
        waiting: delivery.waiting,
      }),
    /** Moves the clients to other nodes, and stores what they have sent. */
    drain: async () => {
      await sockets.drain()
      await delivery.settled()
    },
  }
}

function receive(socket: ClientSocket, ip: string, text: string, deps: FrameDeps): void {
  serveFrame(
    {
      ...{ client: socket.client, subscriptions: socket, ip, text },
      onCallStart: () => {
        socket.pendingCalls += 1
      },
      onReply: (id) => socket.acknowledged(id),
      onExcess: () => socket.closeForExcess(),
      respond: (response) => {
        socket.pendingCalls -= 1
        socket.send(response)
      },
    },
    deps,
  )
}

/** Ids of 16 digits that count up. */
function createIds(nowMs: () => number): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, nowMs() * 1_000)
    return last
  }
}

function pushFrame(id: number, message: StoredMessage, { did }: { did: string }): string {
  const params = { id: subscriptionId(message.topic, did), data: messageData(message) }
  return JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params })
}
