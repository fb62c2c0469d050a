import { hash } from 'node:crypto'
import type { Delivery } from '../delivery.ts'
import { sourceOf } from '../limits/stored-bytes.ts'
import type { Turns } from '../limits/turns.ts'
import type { NewMessage, StoredMessage } from '../mailboxes.ts'
import { RelayError } from '../relay-error.ts'
import {
  ApproveSession,
  BatchPublish,
  BatchReceive,
  BatchUnsubscribe,
  OfTopic,
  OfTopics,
  ProposeSession,
  Publish,
  parseParams,
} from './params.ts'
import { passedAttestation } from './passed-attestation.ts'

/** Topics that a caller receives. A single HTTP request has none. */
type Subscriptions = {
  /** Returns whether a further topic would be too many. */
  isFull: (topic: string) => boolean
  /** Subscribes, without sending anything yet. */
  add: (topic: string) => void
  remove: (topic: string) => void
  /** Sends the messages that wait in the mailboxes. */
  load: (topics: readonly string[]) => void
}

/** The caller. */
export type Caller = {
  client: { did: string; key: string }
  ip: string
  subscriptions: Subscriptions | null
}

export type CallDeps = {
  delivery: Delivery
  /** Runs the fetches of each client in turn. */
  fetches: Turns
  maxMessageBytes: number
  nowMs: () => number
}

type Call = Caller & {
  params: unknown
  /** Sends the result. */
  succeed: (result: unknown) => void
  fail: (error: RelayError) => void
}

const MIN_TTL_S = 1
const MAX_TTL_S = 30 * 86_400
/** Attestations are tokens of one or two KiB. JetStream keeps them in headers of 64 KiB at most, where they triple at worst. */
const MAX_ATTESTATION_BYTES = 16 * 1_024
const FETCHED_AT_ONCE = { limit: 500, maxBytes: 4 * 1_024 * 1_024 }

/** Tags of the messages that the relay publishes for `wc_proposeSession` and `wc_approveSession`. */
const TAGS = { propose: 1_100, proposeResponse: 1_101, settle: 1_102 } as const

type Method = (call: Call, deps: CallDeps) => void | Promise<void>

/** Each also has the protocol's former prefix, `iridium_`. */
const MAILBOX_METHODS: Readonly<Record<string, Method>> = {
  publish: (call, deps) => publish(call, deps, [parseParams(Publish, call.params)]),
  batchPublish: (call, deps) =>
    publish(call, deps, parseParams(BatchPublish, call.params).messages),
  subscribe: subscribeOne,
  subscribeBlocking: subscribeOne,
  batchSubscribe: (call) => {
    const { topics } = parseParams(OfTopics, call.params)
    for (const topic of topics) addSubscription(call, topic)
    call.succeed(topics.map((topic) => subscriptionId(topic, call.client.did)))
    call.subscriptions?.load(topics)
  },
  batchSubscribeBlocking: subscribeEach,
  unsubscribe: (call) => unsubscribe(call, [parseParams(OfTopic, call.params)]),
  batchUnsubscribe: (call) =>
    unsubscribe(call, parseParams(BatchUnsubscribe, call.params).subscriptions),
  fetchMessages: (call, deps) =>
    fetchMessages(call, deps, [parseParams(OfTopic, call.params).topic]),
  batchFetchMessages: (call, deps) =>
    fetchMessages(call, deps, parseParams(OfTopics, call.params).topics),
  batchReceive: (call, { delivery }) => {
    const { key: client } = call.client
    for (const { topic, messageId: id } of parseParams(BatchReceive, call.params).receipts) {
      if (MESSAGE_ID.test(id)) delivery.acknowledge({ client, topic, id })
    }
    call.succeed(true)
  },
}

const SESSION_METHODS: Readonly<Record<string, Method>> = {
  wc_proposeSession: (call, deps) => {
    const {
      pairingTopic: topic,
      sessionProposal: message,
      ...rest
    } = parseParams(ProposeSession, call.params)
    const proposal = { topic, message, tag: TAGS.propose, ...rest }
    publishAsSubscriber(call, deps, topic, [proposal])
  },
  wc_approveSession: (call, deps) => {
    const params = parseParams(ApproveSession, call.params)
    const { sessionTopic, pairingTopic, ttl } = params
    const settlement = {
      topic: sessionTopic,
      message: params.sessionSettlementRequest,
      ttl,
      tag: TAGS.settle,
    }
    const response = {
      topic: pairingTopic,
      message: params.sessionProposalResponse,
      ttl,
      tag: TAGS.proposeResponse,
    }
    publishAsSubscriber(call, deps, sessionTopic, [settlement, response])
  },
}

const MESSAGE_ID = /^[0-9a-f]{64}$/

const METHODS: ReadonlyMap<string, Method> = new Map([
  ...Object.entries(MAILBOX_METHODS).flatMap(([name, method]): [string, Method][] => [
    [`irn_${name}`, method],
    [`iridium_${name}`, method],
  ]),
  ...Object.entries(SESSION_METHODS),
])

/** Returns whether the relay has a method. */
export function hasMethod(name: string): boolean {
  return METHODS.has(name)
}

/** Executes a call of a client. Its result or error is sent exactly once. */
export async function executeCall(
  { method, ...call }: Call & { method: string },
  deps: CallDeps,
): Promise<void> {
  try {
    const execute = METHODS.get(method)
    if (execute === undefined) throw new RelayError('InvalidMethod')
    await execute(call, deps)
  } catch (error) {
    call.fail(
      error instanceof RelayError ? error : new RelayError('StorageError', { cause: error }),
    )
  }
}

function publish(call: Call, deps: CallDeps, given: readonly Publish[]): void {
  const { delivery } = deps
  if (delivery.isFull) throw new RelayError('TooManyRequests')
  const messages = given.map((params) => newMessage(params, call, deps))
  delivery.publish(messages, {
    ok: () => call.succeed(true),
    full: () => call.fail(new RelayError('MailboxLimitExceeded')),
    failed: () => call.fail(new RelayError('StorageError')),
  })
}

function newMessage(
  { topic, message: text, ttl, tag, attestation }: Publish,
  { client, ip }: Caller,
  { maxMessageBytes, nowMs }: CallDeps,
): NewMessage {
  if (ttl < MIN_TTL_S) throw new RelayError('TtlTooShort')
  if (ttl > MAX_TTL_S) throw new RelayError('TtlTooLong')
  const attestationBytes = Buffer.byteLength(attestation ?? '')
  if (attestationBytes > MAX_ATTESTATION_BYTES) throw new RelayError('PayloadSizeExceeded')
  if (Buffer.byteLength(text) + attestationBytes > maxMessageBytes)
    throw new RelayError('PayloadSizeExceeded')
  const publishedAtMs = nowMs()
  const expiresAtMs = publishedAtMs + ttl * 1_000
  const id = hash('sha256', text)
  return {
    topic,
    id,
    publisher: client.key,
    source: sourceOf(ip),
    text,
    tag,
    attestation: passedAttestation(attestation),
    publishedAtMs,
    expiresAtMs,
  }
}

function publishAsSubscriber(
  call: Call,
  deps: CallDeps,
  topic: string,
  messages: readonly Publish[],
): void {
  addSubscription(call, topic)
  const load = () => call.subscriptions?.load([topic])
  publish(
    {
      ...call,
      succeed: (result) => {
        call.succeed(result)
        load()
      },
      fail: (error) => {
        call.fail(error)
        load()
      },
    },
    deps,
    messages,
  )
}

function subscribeOne(call: Call): void {
  const { topic } = parseParams(OfTopic, call.params)
  addSubscription(call, topic)
  call.succeed(subscriptionId(topic, call.client.did))
  call.subscriptions?.load([topic])
}

/** Reports success or failure of each topic. */
function subscribeEach(call: Call): void {
  const { topics } = parseParams(OfTopics, call.params)
  const results = topics.map((topic) => {
    if (call.subscriptions?.isFull(topic)) {
      return { error: new RelayError('SubscriberLimitExceeded').toJson() }
    }
    call.subscriptions?.add(topic)
    return { id: subscriptionId(topic, call.client.did) }
  })
  call.succeed(results)
  call.subscriptions?.load(topics.filter((_, index) => results[index]?.error === undefined))
}

function addSubscription({ subscriptions }: Call, topic: string): void {
  if (subscriptions?.isFull(topic)) throw new RelayError('SubscriberLimitExceeded')
  subscriptions?.add(topic)
}

/** The id of a subscription is not checked: clients send ids that they make up. */
function unsubscribe(call: Call, topics: readonly { topic: string }[]): void {
  for (const { topic } of topics) call.subscriptions?.remove(topic)
  call.succeed(true)
}

/** A message that was fetched counts as delivered. */
async function fetchMessages(
  call: Call,
  { delivery, fetches }: CallDeps,
  topics: readonly string[],
): Promise<void> {
  const { key: client } = call.client
  if (fetches.isFull(client)) throw new RelayError('TooManyRequests')
  const { messages, hasMore } = await fetches.run(client, () =>
    delivery.read({ client, topics, ...FETCHED_AT_ONCE }),
  )
  call.succeed({ messages: messages.map(messageData), hasMore })
  for (const { topic, id } of messages) delivery.acknowledge({ client, topic, id })
}

/** Returns the id that clients compute for a subscription. */
export function subscriptionId(topic: string, did: string): string {
  return hash('sha256', topic + did)
}

/** A message in the form of the protocol. */
export function messageData({ topic, text, attestation, publishedAtMs, tag }: StoredMessage) {
  return { topic, message: text, attestation, publishedAt: publishedAtMs, tag }
}
