import type { IncomingMessage } from 'node:http'
import { errorSummary } from '@bullring/server/error-summary'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import type { Logger } from 'pino'
import { admitClient } from '../auth/admit-client.ts'
import type { RelayConfig } from '../config.ts'
import { Delivery } from '../delivery.ts'
import { CallLimits } from '../limits/call-limits.ts'
import { TopicCounts } from '../limits/topic-counts.ts'
import { Turns } from '../limits/turns.ts'
import type { Mailboxes, StoredMessage } from '../mailboxes.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import { messageData, subscriptionId } from '../rpc/execute-call.ts'
import { type FrameDeps, serveFrame } from '../rpc/serve-frame.ts'
import type { ClientSocket, SocketDeps } from '../sockets/client-socket.ts'
import { SocketServer } from '../sockets/socket-server.ts'
import { Subscribers } from '../sockets/subscribers.ts'

/** Configuration of a node, the stores that it shares with others, and its reports. */
export type NodeDeps = {
  config: RelayConfig
  log: Logger
  mailboxes: Mailboxes
  metrics: Metrics
  /** Counts for all nodes together. */
  shared: LimitFactory
  nowMs: () => number
}

/** One process of the relay: its sockets, and the messages between them and the mailboxes. */
export type RelayNode = ReturnType<typeof createRelayNode>

/** Messages in a call: `wc_approveSession` carries two. They are base64, in which JSON escapes nothing. */
const MAX_MESSAGES = 2

/** Everything else of a call: the longest has 500 topics and ids of messages. */
const MAX_OTHER_BYTES = 128 * 1_024

/** Time for all fragments of a frame, as for the body of an HTTP call. */
const MESSAGE_LIMIT_MS = 30_000

/** Part of the node's pending bytes that the sockets of one address may take. */
const PENDING_PER_IP = 1 / 4

/** Part of the node's subscriptions that the sockets of one address may have. */
const TOPICS_PER_IP = 1 / 4

/** Calls by HTTP that one address may have without a response. */
const HTTP_CALLS_PER_IP = 50

/** Connects sockets, calls and mailboxes. */
export function createRelayNode(deps: NodeDeps) {
  const { config, metrics, shared, nowMs } = deps
  const { limits, http } = config
  const subscribers = new Subscribers<ClientSocket>()
  const delivery = createDelivery(deps, subscribers)
  const callLimits = new CallLimits({
    ...limits,
    httpCallsPerIp: HTTP_CALLS_PER_IP,
    limits: shared,
    nowMs,
  })
  const frame: FrameDeps = {
    delivery,
    nowMs,
    maxMessageBytes: limits.messageBytes,
    limits: callLimits,
    fetches: new Turns(),
    onCall: metrics.call,
    onError: (error) => reportFailure(deps, 'read', error),
  }
  const admit = (request: IncomingMessage) =>
    admitClient(request, { ...config, proxies: http.proxies, nowMs })
  const maxFrameBytes = limits.messageBytes * MAX_MESSAGES + MAX_OTHER_BYTES
  const sockets = new SocketServer({
    socket: socketDeps(deps, subscribers, delivery),
    admit,
    receive: (socket, ip, text) => receive(socket, ip, text, frame),
    limits: callLimits,
    maxSockets: limits.sockets,
    maxFrameBytes,
    proxies: http.proxies,
    messageLimitMs: MESSAGE_LIMIT_MS,
    pendingBytes: { all: limits.pendingBytes, perIp: limits.pendingBytes * PENDING_PER_IP },
    onRefused: metrics.refused,
    onFault: (error) => deps.log.error({ error: errorSummary(error) }, 'socket ended by a fault'),
  })
  return {
    sockets,
    frame,
    admit,
    maxFrameBytes,
    limits: callLimits,
    /** Pushes messages that other nodes have stored, of all topics for null. */
    catchUp: (topics: readonly string[] | null) => {
      if (topics === null) for (const socket of sockets.all()) socket.load()
      for (const topic of topics ?? []) {
        for (const socket of subscribers.of(topic)) socket.load([topic])
      }
    },
    reportLoad: () => {
      const { topicCount: topics } = subscribers
      metrics.load({ sockets: sockets.size, topics, waiting: delivery.waiting })
    },
    /** Moves the clients to other nodes, and stores their messages. */
    drain: async () => {
      await sockets.drain()
      await delivery.settled()
    },
  }
}

function createDelivery(deps: NodeDeps, subscribers: Subscribers<ClientSocket>): Delivery {
  return new Delivery({
    mailboxes: deps.mailboxes,
    push: (message) => {
      for (const socket of subscribers.of(message.topic)) socket.push(message)
    },
    onStored: deps.metrics.stored,
    onFailure: (action, error) => reportFailure(deps, action, error),
  })
}

function socketDeps(
  deps: NodeDeps,
  subscribers: Subscribers<ClientSocket>,
  delivery: Delivery,
): SocketDeps {
  const { limits } = deps.config
  return {
    subscribers,
    maxTopics: limits.topicsPerSocket,
    topicCounts: new TopicCounts({ all: limits.topics, perIp: limits.topics * TOPICS_PER_IP }),
    read: (read) => delivery.read(read),
    acknowledge: (receipt, onDone) => delivery.acknowledge(receipt, onDone),
    nextId: createIds(deps.nowMs),
    toFrame: pushFrame,
    onPushed: deps.metrics.pushed,
    onReadFailure: (error) => reportFailure(deps, 'read', error),
  }
}

function reportFailure({ metrics, log }: NodeDeps, action: string, error: unknown): void {
  metrics.storeFailed(action)
  log.warn({ action, error: errorSummary(error) }, 'store failed')
}

function receive(socket: ClientSocket, ip: string, text: string, deps: FrameDeps): void {
  serveFrame(
    {
      client: socket.client,
      subscriptions: socket,
      ip,
      text,
      onCallStart: () => {
        socket.pendingCalls += 1
      },
      onReply: ({ id, isSuccess }) => isSuccess && socket.acknowledged(id),
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
