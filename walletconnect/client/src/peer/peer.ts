import { KeyChain } from '../crypto/key-chain.ts'
import { Deadlines } from '../deadlines.ts'
import type { Emitter } from '../emitter.ts'
import { Pairings } from '../pairing/pairings.ts'
import { LIFETIMES_MS } from '../protocol/methods.ts'
import type { Metadata } from '../protocol/parties.ts'
import { type Publication, RelayClient } from '../relay/relay-client.ts'
import type { Session } from '../session/session.ts'
import { type EndReason, Sessions } from '../session/sessions.ts'
import { isAnything, isInteger, isText, objectOf } from '../shape.ts'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { CODES, clientClosed, type WalletConnectError } from '../walletconnect-error.ts'
import { Messenger } from './messenger.ts'
import { Outbox } from './outbox.ts'

export type ClientOptions = {
  /** `wss://…`, exactly as in the relay's configuration. */
  relayUrl: string
  projectId: string
  metadata: Metadata
  /** By default, everything is lost with the page or process. */
  storage?: Storage
  nowMs?: () => number
  createSocket?: (url: string) => WebSocket
  /** Opens a link with another app, for link mode. Without it, all messages travel through the relay. */
  openLink?: (url: string) => void
}

/** Events of clients in both roles. */
export type PeerEvents = {
  sessionEnded: { session: Session; reason: EndReason }
  /** Another page of the same client has received a change of the session. */
  sessionChangedElsewhere: { session: Session; before: Session }
  /** The connection to the relay was opened or lost. It is reopened automatically. */
  connection: { isConnected: boolean }
  /** The relay refuses this client: its project, its origin, or its clock. */
  relayRefused: { error: WalletConnectError }
}

/** Emitter of the events. */
type Report = Pick<Emitter<PeerEvents>, 'emit'>

/** Common part of the two roles. */
export type Peer = Awaited<ReturnType<typeof openPeer>>

/** Opens the storage and puts the parts together. Nothing is received until `resume`. */
export async function openPeer(options: ClientOptions, report: Report) {
  const { storage = createMemoryStorage(), nowMs = Date.now } = options
  const deadlines = new Deadlines(nowMs)
  const keyChain = await KeyChain.open(storage)
  /** Our public keys on topics whose senders name their key. */
  const publicKeys = new Map<string, string>()
  /** Universal links of peers, by the topic of responses to them. */
  const responseLinks = new Map<string, string>()
  const { openLink } = options
  const publish = (publication: Publication) => relay.publish(publication)
  const outbox = await Outbox.open({ storage, nowMs, publish })
  const messenger = new Messenger({
    keyChain,
    deadlines,
    nowMs,
    publish,
    outbox,
    publicKeyOf: (topic) => publicKeys.get(topic),
    messageLinkOf: (topic) => responseLinks.get(topic) ?? sessions.find(topic)?.messageLink,
    openLink: (url) => openLink?.(url),
  })
  const relay = await RelayClient.open({
    relayUrl: options.relayUrl,
    projectId: options.projectId,
    storage,
    nowMs,
    createSocket: options.createSocket ?? ((url) => new WebSocket(url)),
    onMessage: (topic, message) => messenger.receive(topic, message),
    onRefused: (error) => report.emit('relayRefused', { error }),
    onConnected: (isConnected) => report.emit('connection', { isConnected }),
  })
  const unsubscribe = (topic: string) => relay.unsubscribe(topic)
  const subscribe = (topics: readonly string[]) => relay.subscribe(topics)
  const shared = { storage, keyChain, deadlines, nowMs, subscribe, unsubscribe }
  const pairings = await Pairings.open(shared)
  const sessions = await Sessions.open({
    ...shared,
    onEnded: (session, reason) => report.emit('sessionEnded', { session, reason }),
    onChanged: (session, before) => report.emit('sessionChangedElsewhere', { session, before }),
  })
  const peer = {
    canOpenLinks: openLink !== undefined,
    responseLinks,
    nowMs,
    storage,
    deadlines,
    keyChain,
    publicKeys,
    outbox,
    messenger,
    relay,
    pairings,
    sessions,
  }
  handleCommonRequests(peer)
  return peer
}

/** Continues stored work. Call it once all methods have their handlers. */
export function resumePeer({ outbox, pairings, sessions, relay }: Peer): void {
  outbox.resume()
  pairings.resume()
  sessions.resume()
  const topics = [...pairings.topics(), ...sessions.all().map(({ topic }) => topic)]
  if (topics.length > 0) relay.subscribe(topics).catch(() => undefined)
}

/** Ends all work in flight. Stored work continues when the client opens again. */
export function stopPeer({ deadlines, messenger, outbox, relay }: Peer): void {
  deadlines.stop()
  messenger.stop()
  outbox.stop()
  relay.stop()
}

/** Makes a call fail once the client is closed: its message could not be sent. */
export function whileOpen<Args extends unknown[], Result>(
  { relay }: Peer,
  call: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    if (relay.isStopped) throw clientClosed()
    return await call(...args)
  }
}

const isReason = objectOf({ code: isInteger, message: isText })

function handleCommonRequests({ messenger, sessions, pairings }: Common): void {
  messenger.handle('wc_sessionPing', isAnything, ({ topic, id }) =>
    messenger.respond(topic, id, 'wc_sessionPing', { result: true }),
  )
  messenger.handle('wc_pairingPing', isAnything, ({ topic, id }) =>
    messenger.respond(topic, id, 'wc_pairingPing', { result: true }),
  )
  messenger.handle('wc_sessionDelete', isReason, async ({ topic, id, params }) => {
    // The session is over even if the relay is unreachable now.
    messenger.respond(topic, id, 'wc_sessionDelete', { result: true }).catch(() => undefined)
    await sessions.end(topic, params)
  })
  messenger.handle('wc_pairingDelete', isAnything, async ({ topic, id }) => {
    messenger.respond(topic, id, 'wc_pairingDelete', { result: true }).catch(() => undefined)
    // For the topic of a session, this would delete the key and leave the session.
    if (pairings.has(topic)) await pairings.delete(topic)
  })
}

type Common = { messenger: Messenger; sessions: Sessions; pairings: Pairings }

const DISCONNECTED: EndReason = { code: CODES.disconnected, message: 'User disconnected.' }

/** Ends a session at once, and lets the peer know. */
export async function disconnect(peer: Peer, topic: string, reason = DISCONNECTED): Promise<void> {
  const { messenger, sessions } = peer
  sessions.get(topic)
  const id = messenger.newId()
  const sent = messenger.send({ id, topic, method: 'wc_sessionDelete', params: reason })
  // The message waits for a connection, if need be of another page. The session is over anyway.
  sent.catch(() => undefined)
  await sessions.end(topic, reason)
}

/** Finds out whether the peer is there: rejects when it does not respond in time. */
export async function ping(peer: Peer, topic: string): Promise<void> {
  peer.sessions.get(topic)
  const expiryMs = peer.nowMs() + LIFETIMES_MS.request
  await peer.messenger.request({ topic, method: 'wc_sessionPing', params: {}, expiryMs })
}
