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
import type { Outcome } from '../protocol/payloads.ts'
import { allowsEvent, checkApproval, type Namespaces } from '../session/namespaces.ts'
import type { Session } from '../session/session.ts'
import type { EndReason } from '../session/sessions.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'
import { type Authentication, type SignInLimits, WalletAuthentications } from './authentications.ts'
import { type Approval, type Proposal, REJECTED, WalletProposals } from './proposals.ts'
import { type PendingRequest, type RequestKey, WalletRequests } from './requests.ts'

/** Messages of apps to a wallet. */
export type WalletEvents = PeerEvents & {
  proposed: { proposal: Proposal }
  proposalExpired: { proposal: Proposal }
  /** The app has confirmed a session that the user approved. */
  sessionSettled: { session: Session }
  /** An app requests a login: only if the wallet has the option `signIn`. */
  loginRequested: { login: Authentication }
  loginExpired: { login: Authentication }
  requested: { request: PendingRequest; session: Session }
  requestExpired: { request: PendingRequest }
}

export type SessionEvent = { topic: string; chainId: string; name: string; data: unknown }

export type WalletOptions = ClientOptions & {
  /**
   * Chains and methods that logins (wc_sessionAuthenticate) may grant. Without it, the wallet receives no logins, and apps
   * get a session without one.
   */
  signIn?: SignInLimits
}

/** The wallet's side of the protocol. */
export type WalletClient = {
  on: Emitter<WalletEvents>['on']
  isConnected: () => boolean
  sessions: () => Session[]
  /** Returns, as the next two, requests that wait for the user's decision: show them again after a reload. */
  proposals: () => Proposal[]
  requests: () => PendingRequest[]
  logins: () => Authentication[]
  /** Returns the text that an account (CAIP-10) signs to log in. */
  loginMessage: (id: number, account: string) => string
  /**
   * Sends signatures by account. Returns the session that the login opens, if any. When it fails after the decision was
   * stored, they are sent later: a session that the relay does not get before the login expires is ended.
   */
  approveLogin: (
    id: number,
    signatures: Readonly<Record<string, string>>,
  ) => Promise<Session | undefined>
  rejectLogin: (id: number, reason?: EndReason) => Promise<void>
  /** Reads a pairing link. The app's proposal arrives as an event. */
  pair: (uri: string) => Promise<void>
  /** Resolves when the relay has the approval. */
  approve: (approval: Approval) => Promise<Session>
  reject: (id: number, reason?: EndReason) => Promise<void>
  /** Sends the user's decision on one of `requests()`. Resolves when the relay has it. */
  respond: (request: RequestKey, outcome: Outcome) => Promise<void>
  /** Changes accounts, chains, methods or events of a session. Resolves when the app has confirmed it. */
  update: (topic: string, namespaces: Namespaces) => Promise<void>
  /** Makes a session last seven days from now. */
  extend: (topic: string) => Promise<void>
  emit: (event: SessionEvent) => Promise<void>
  /** Handles a link with which this wallet was opened. Resolves to whether it contained a message. */
  receiveLink: (url: string) => Promise<boolean>
  ping: (topic: string) => Promise<void>
  disconnect: (topic: string, reason?: EndReason) => Promise<void>
  /**
   * Ends the connection to the relay. Calls in flight fail, as later ones do. Sessions, decisions and undecided
   * requests are stored, and continue when the client opens again.
   */
  close: () => void
}

/** Opens the client of a wallet with the sessions in its storage. */
export async function createWalletClient(options: WalletOptions): Promise<WalletClient> {
  const events = new Emitter<WalletEvents>()
  const peer = await openPeer(options, events)
  const proposals = await WalletProposals.open(peer, options, {
    onProposed: (proposal) => events.emit('proposed', { proposal }),
    onExpired: (proposal) => events.emit('proposalExpired', { proposal }),
    onSettled: (session) => events.emit('sessionSettled', { session }),
  })
  const requests = await WalletRequests.open(peer, {
    onRequested: (request) => {
      events.emit('requested', { request, session: peer.sessions.get(request.topic) })
    },
    onExpired: (request) => events.emit('requestExpired', { request }),
  })
  const { metadata, signIn: limits } = options
  const logins = limits && (await openLogins({ peer, metadata, limits, events }))
  const supportedLogins = () => {
    if (logins !== undefined) return logins
    throw new WalletConnectError(CODES.unsupportedMethods, 'This wallet has no logins.')
  }
  events.on('sessionEnded', ({ session }) => void requests.endSession(session.topic))
  resumePeer(peer)
  proposals.resume()
  requests.resume()
  logins?.resume()
  return {
    on: (name, listener) => events.on(name, listener),
    isConnected: () => peer.relay.isConnected,
    sessions: () => peer.sessions.all(),
    proposals: () => proposals.all(),
    requests: () => requests.all(),
    logins: () => logins?.all() ?? [],
    loginMessage: (id, account) => supportedLogins().message(id, account),
    approveLogin: whileOpen(peer, (id, signatures) => supportedLogins().approve(id, signatures)),
    rejectLogin: whileOpen(peer, (id, reason = REJECTED) => supportedLogins().reject(id, reason)),
    pair: whileOpen(peer, (uri) => proposals.pair(uri)),
    approve: whileOpen(peer, (approval) => proposals.approve(approval)),
    reject: whileOpen(peer, (id, reason) => proposals.reject(id, reason)),
    respond: whileOpen(peer, (request, outcome) => requests.respond(request, outcome)),
    update: whileOpen(peer, (topic, namespaces) => update(peer, topic, namespaces)),
    extend: whileOpen(peer, (topic) => extend(peer, topic)),
    emit: whileOpen(peer, (event) => emit(peer, event)),
    receiveLink: whileOpen(peer, (url) => peer.messenger.receiveLink(url)),
    ping: whileOpen(peer, (topic) => ping(peer, topic)),
    disconnect: whileOpen(peer, (topic, reason) => disconnect(peer, topic, reason)),
    close: () => stopPeer(peer),
  }
}

function openLogins(deps: {
  peer: Peer
  metadata: WalletOptions['metadata']
  limits: SignInLimits
  events: Emitter<WalletEvents>
}): Promise<WalletAuthentications> {
  const { peer, metadata, limits, events } = deps
  const options = { metadata, limits }
  return WalletAuthentications.open(peer, options, {
    onRequested: (login) => events.emit('loginRequested', { login }),
    onExpired: (login) => events.emit('loginExpired', { login }),
  })
}

async function update(peer: Peer, topic: string, namespaces: Namespaces): Promise<void> {
  const { messenger, sessions } = peer
  const session = sessions.get(topic)
  checkApproval(namespaces, session.requiredNamespaces)
  await sessions.set({ ...session, namespaces })
  await messenger.request({ topic, method: 'wc_sessionUpdate', params: { namespaces } })
}

async function extend({ messenger, sessions, nowMs }: Peer, topic: string): Promise<void> {
  const expiryMs = nowMs() + LIFETIMES_MS.session
  await sessions.set({ ...sessions.get(topic), expiryMs })
  await messenger.request({ topic, method: 'wc_sessionExtend', params: {} })
}

async function emit({ messenger, sessions, nowMs }: Peer, event: SessionEvent): Promise<void> {
  const { topic, chainId, name, data } = event
  if (!allowsEvent(sessions.get(topic).namespaces, chainId, name)) {
    const message = `The session does not allow ${name} on ${chainId}.`
    throw new WalletConnectError(CODES.unauthorizedEvent, message)
  }
  const params = { event: { name, data }, chainId }
  const id = messenger.newId()
  // Official apps never respond to events, so nothing depends on it.
  const expiryMs = nowMs() + LIFETIMES_MS.request
  messenger.responses.wait({ id, topics: [topic], expiryMs }).catch(() => undefined)
  await messenger.send({ id, topic, method: 'wc_sessionEvent', params })
}
