import { Emitter } from '../emitter.ts'
import {
  type ClientOptions,
  disconnect,
  openPeer,
  type Peer,
  type PeerEvents,
  ping,
  resumePeer,
  stopPeer,
  whileOpen,
} from '../peer/peer.ts'
import { LIFETIMES_MS } from '../protocol/methods.ts'
import { isExtend, isSessionEvent, isUpdate } from '../protocol/session-messages.ts'
import { allowsEvent, checkApproval } from '../session/namespaces.ts'
import type { Session } from '../session/session.ts'
import type { EndReason } from '../session/sessions.ts'
import { CODES } from '../walletconnect-error.ts'
import type { AuthenticateRequest, PendingAuthentication } from './authenticate.ts'
import { takePageLock } from './page-lock.ts'
import { type ConnectRequest, type PendingConnection, Proposals } from './proposals.ts'
import { SENT_LOGIN } from './sent-login-key.ts'
import { type AppRequest, type ResumedRequest, SentRequests } from './sent-requests.ts'

/** Events of an app's sessions. */
export type AppEvents = PeerEvents & {
  sessionSettled: { session: Session }
  /** The wallet changed accounts, chains, methods or events. */
  sessionUpdated: { session: Session }
  sessionExtended: { session: Session }
  /** The wallet reports an event, such as `accountsChanged`. */
  sessionEvent: { session: Session; chainId: string; name: string; data: unknown }
  /** A request is on its way: the time to offer a link that opens the wallet. */
  requestSent: { session: Session; id: number; method: string }
  /** A request has received its response, or timed out. */
  requestSettled: { topic: string; id: number }
}

/** The app's side of the protocol. */
export type AppClient = {
  on: Emitter<AppEvents>['on']
  /** Whether the relay is connected right now. */
  isConnected: () => boolean
  sessions: () => Session[]
  /** Whether a wallet may still respond to a pairing link, also to one that was shown before a reload. */
  isPairing: () => boolean
  connect: (request: ConnectRequest) => Promise<PendingConnection>
  /** Requests a login and a session in one step. */
  authenticate: (request: AuthenticateRequest) => Promise<PendingAuthentication>
  /** Sends a request to the wallet, and returns its result. */
  request: (request: AppRequest) => Promise<unknown>
  /** Returns the requests that are open since before a reload. Later pages do not get them again. */
  resumedRequests: () => readonly ResumedRequest[]
  /** Handles a link with which this app was opened. Resolves to whether it contained a message. */
  receiveLink: (url: string) => Promise<boolean>
  ping: (topic: string) => Promise<void>
  disconnect: (topic: string, reason?: EndReason) => Promise<void>
  /**
   * Ends the connection to the relay. Calls in flight fail, as later ones do. Sessions, proposals and pending requests
   * are stored, and continue when the client opens again.
   */
  close: () => void
}

/** Opens the client of an app with the sessions in its storage. */
export async function createAppClient(options: ClientOptions): Promise<AppClient> {
  const events = new Emitter<AppEvents>()
  const peer = await openPeer(options, events)
  const page = takePageLock()
  const { metadata } = options
  const onSettled = (session: Session) => events.emit('sessionSettled', { session })
  const proposals = await Proposals.open(peer, metadata, onSettled)
  const logins = { peer, proposals, metadata, page }
  const requests = await SentRequests.open(peer, page, {
    onSent: (sent) => events.emit('requestSent', sent),
    onSettled: (settled) => events.emit('requestSettled', settled),
  })
  events.on('sessionEnded', ({ session }) => void requests.endSession(session.topic))
  events.on('sessionChangedElsewhere', ({ session, before }) => {
    if (session.expiryMs !== before.expiryMs) events.emit('sessionExtended', { session })
    const isUpdated = JSON.stringify(session.namespaces) !== JSON.stringify(before.namespaces)
    if (isUpdated) events.emit('sessionUpdated', { session })
  })
  handleWalletRequests(peer, events)
  resumePeer(peer)
  proposals.resume()
  const sentLogins = await peer.storage.entries(SENT_LOGIN)
  if (sentLogins.length > 0) await (await loadLogins()).resumeLogins(logins, onSettled)
  return {
    on: (name, listener) => events.on(name, listener),
    isConnected: () => peer.relay.isConnected,
    sessions: () => peer.sessions.all(),
    isPairing: () => proposals.isPending(),
    connect: whileOpen(peer, (request) => proposals.create(request)),
    authenticate: whileOpen(peer, async (request) =>
      (await loadLogins()).authenticate(logins, request),
    ),
    request: whileOpen(peer, (request) => requests.send(request)),
    resumedRequests: () => requests.resumed(),
    receiveLink: whileOpen(peer, (url) => peer.messenger.receiveLink(url)),
    ping: whileOpen(peer, (topic) => ping(peer, topic)),
    disconnect: whileOpen(peer, (topic, reason) => disconnect(peer, topic, reason)),
    close: () => {
      page.release()
      proposals.stop()
      stopPeer(peer)
    },
  }
}

/** Loads logins on demand: they need more cryptography than the rest. */
function loadLogins() {
  return import('./authenticate.ts')
}

function handleWalletRequests(peer: Peer, events: Emitter<AppEvents>): void {
  const { messenger, sessions, nowMs } = peer
  messenger.handle('wc_sessionUpdate', isUpdate, async ({ topic, id, params }) => {
    const method = 'wc_sessionUpdate'
    const session = sessions.find(topic)
    if (session === undefined) return
    try {
      checkApproval(params.namespaces, session.requiredNamespaces)
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : 'Invalid update.'
      const error = { code: CODES.invalidUpdate, message }
      return await messenger.respond(topic, id, method, { error })
    }
    const { namespaces } = params
    const changed = await sessions.change(topic, { id, method }, { namespaces })
    messenger.respond(topic, id, method, { result: true }).catch(() => undefined)
    if (changed !== undefined) events.emit('sessionUpdated', { session: changed })
  })
  messenger.handle('wc_sessionExtend', isExtend, async ({ topic, id, params }) => {
    const method = 'wc_sessionExtend'
    const session = sessions.find(topic)
    if (session === undefined) return
    const latestMs = nowMs() + LIFETIMES_MS.session
    const wantedMs = Math.min((params.expiry ?? Number.POSITIVE_INFINITY) * 1_000, latestMs)
    // The clock of the wallet may be slow.
    const expiryMs = Math.max(wantedMs, session.expiryMs)
    const changed = await sessions.change(topic, { id, method }, { expiryMs })
    messenger.respond(topic, id, method, { result: true }).catch(() => undefined)
    if (changed !== undefined) events.emit('sessionExtended', { session: changed })
  })
  messenger.handle('wc_sessionEvent', isSessionEvent, async ({ topic, id, params }) => {
    const { chainId, event } = params
    // One counter for each kind: a change of accounts does not outdate a change of chain.
    const method = `wc_sessionEvent:${event.name}`
    const session = sessions.find(topic)
    if (session === undefined) return
    if (!allowsEvent(session.namespaces, chainId, event.name)) {
      const error = { code: CODES.unauthorizedEvent, message: `Unauthorized event: ${event.name}` }
      return await messenger.respond(topic, id, 'wc_sessionEvent', { error })
    }
    const changed = await sessions.change(topic, { id, method }, {})
    messenger.respond(topic, id, 'wc_sessionEvent', { result: true }).catch(() => undefined)
    if (changed === undefined) return
    events.emit('sessionEvent', { session: changed, chainId, name: event.name, data: event.data })
  })
}
