import { bytesToHex } from '@noble/hashes/utils'
import { randomSymKey } from '../crypto/keys.ts'
import { writePairingUri } from '../pairing/pairing-uri.ts'
import type { Peer } from '../peer/peer.ts'
import { LIFETIMES_MS } from '../protocol/methods.ts'
import { isKey, type Metadata, type Party, RELAY_PROTOCOL } from '../protocol/parties.ts'
import { isProposeResult, isSettle } from '../protocol/session-messages.ts'
import {
  checkApproval,
  checkProposal,
  isProposedNamespaces,
  type ProposedNamespaces,
} from '../session/namespaces.ts'
import type { Session } from '../session/session.ts'
import { isInteger, isText, objectOf, optional, recordOf, type ShapeOf } from '../shape.ts'
import { Records } from '../storage/storage.ts'
import { CODES, clientClosed, WalletConnectError } from '../walletconnect-error.ts'

/** Request of an app for a session. */
export type ConnectRequest = {
  /** Namespaces that the wallet may leave out. */
  optionalNamespaces: ProposedNamespaces
  /** Namespaces that the wallet must approve. Many wallets reject unknown ones, so this is seldom useful. */
  requiredNamespaces?: ProposedNamespaces
  sessionProperties?: Record<string, string>
  /** Methods that the link announces, when a proposal is not the first request. */
  firstMethods?: readonly string[]
}

/** A connection that the user has not approved yet. */
export type PendingConnection = {
  /** The pairing link: shown as a QR code, or opened with a wallet app. */
  uri: string
  expiryMs: number
  pairingTopic: string
  /** Resolves when the relay has the proposal: before that, no wallet can receive it. */
  sent: Promise<void>
  /** Rejects with the wallet's error, when it expires, and when it is cancelled. */
  session: Promise<Session>
  cancel: () => Promise<void>
}

const isProposal = objectOf({
  id: isInteger,
  pairingTopic: isKey,
  publicKey: isKey,
  requiredNamespaces: isProposedNamespaces,
  sessionProperties: optional(recordOf(isText)),
  expiryMs: isInteger,
  /** Response of the wallet, which settles the session next. */
  sessionTopic: optional(isKey),
  responderPublicKey: optional(isKey),
})
type Proposal = ShapeOf<typeof isProposal>

type Waiting = { resolve: (session: Session) => void; reject: (error: unknown) => void }

/** An app's proposals, from the pairing link to the settled session. They outlive a reload. */
export class Proposals {
  readonly #peer: Peer
  readonly #metadata: Metadata
  readonly #proposals: Records<Proposal>
  readonly #waiting = new Map<string, Waiting>()
  readonly #onSettled: (session: Session) => void

  private constructor(
    peer: Peer,
    metadata: Metadata,
    proposals: Records<Proposal>,
    onSettled: (session: Session) => void,
  ) {
    this.#peer = peer
    this.#metadata = metadata
    this.#proposals = proposals
    this.#onSettled = onSettled
  }

  static async open(
    peer: Peer,
    metadata: Metadata,
    onSettled: (session: Session) => void,
  ): Promise<Proposals> {
    const stored = await Records.open(peer.storage, 'proposal', isProposal)
    const proposals = new Proposals(peer, metadata, stored, onSettled)
    peer.messenger.handle('wc_sessionSettle', isSettle, ({ topic, id, params }) =>
      proposals.#settle(topic, id, params),
    )
    peer.messenger.responses.keep((topic, id) => proposals.#isAwaited(topic, id))
    return proposals
  }

  isPending(): boolean {
    return this.#proposals.all().length > 0
  }

  /** Continues with proposals from before a reload. */
  resume(): void {
    for (const [key, { expiryMs, sessionTopic }] of this.#proposals.all()) {
      this.#expire(key, expiryMs)
      if (sessionTopic === undefined) void this.#awaitResponse(key)
      else this.#peer.relay.subscribe([sessionTopic]).catch(() => undefined)
    }
  }

  /** Fails the pending connections of this page. */
  stop(): void {
    for (const { reject } of this.#waiting.values()) reject(clientClosed())
  }

  async create(request: ConnectRequest): Promise<PendingConnection> {
    const { requiredNamespaces = {}, optionalNamespaces, sessionProperties } = request
    checkProposal({ ...optionalNamespaces })
    checkProposal(requiredNamespaces)
    const { keyChain, pairings, messenger, nowMs } = this.#peer
    const expiryMs = nowMs() + LIFETIMES_MS.proposal
    const symKey = randomSymKey()
    const pairingTopic = await pairings.add(bytesToHex(symKey), expiryMs)
    const publicKey = await keyChain.createKeyPair()
    const id = messenger.newId()
    const key = String(id)
    await this.#proposals.set(key, {
      id,
      pairingTopic,
      publicKey,
      requiredNamespaces,
      expiryMs,
      ...(sessionProperties && { sessionProperties }),
    })
    const { promise: session, resolve, reject } = Promise.withResolvers<Session>()
    // The caller may look at it later.
    session.catch(() => undefined)
    this.#waiting.set(key, { resolve, reject })
    this.#expire(key, expiryMs)
    void this.#awaitResponse(key)
    const params = {
      requiredNamespaces,
      optionalNamespaces,
      relays: [RELAY_PROTOCOL],
      pairingTopic,
      proposer: { publicKey, metadata: this.#metadata } satisfies Party,
      expiryTimestamp: Math.floor(expiryMs / 1_000),
      ...(sessionProperties && { sessionProperties }),
    }
    const sent = messenger.send({ id, topic: pairingTopic, method: 'wc_sessionPropose', params })
    sent.catch((error: unknown) => this.#stopWaiting(key, error))
    const link = {
      topic: pairingTopic,
      symKey: bytesToHex(symKey),
      expiryMs,
      methods: request.firstMethods ?? [],
    }
    const uri = writePairingUri(link)
    return { uri, expiryMs, pairingTopic, sent, session, cancel: () => this.cancel(pairingTopic) }
  }

  /** Ends the proposal of a pairing, if it is pending. */
  async cancel(topic: string): Promise<void> {
    const error = new WalletConnectError(CODES.rejected, 'The connection was cancelled.')
    for (const [key, { pairingTopic }] of this.#proposals.all()) {
      if (pairingTopic === topic) await this.#fail(key, error)
    }
  }

  #isAwaited(topic: string, id: number): boolean {
    const proposal = this.#proposals.get(String(id))
    if (proposal === undefined || proposal.sessionTopic !== undefined) return false
    return proposal.pairingTopic === topic && proposal.expiryMs > this.#peer.nowMs()
  }

  async #awaitResponse(key: string): Promise<void> {
    const proposal = this.#proposals.get(key)
    if (proposal === undefined) return
    try {
      const { id, pairingTopic, expiryMs } = proposal
      const topics = [pairingTopic]
      const result = await this.#peer.messenger.responses.wait({ id, topics, expiryMs })
      if (!isProposeResult(result)) {
        throw new WalletConnectError(CODES.settlementFailed, 'The wallet sent no key.')
      }
      await this.#accept(key, proposal, result.responderPublicKey)
    } catch (error) {
      await this.#stopWaiting(key, error)
    }
  }

  /** Ends a proposal, unless this client was closed: a later page continues with it then. */
  async #stopWaiting(key: string, error: unknown): Promise<void> {
    if (this.#peer.relay.isStopped) this.#waiting.get(key)?.reject(error)
    else await this.#fail(key, error)
  }

  async #accept(key: string, proposal: Proposal, responderPublicKey: string): Promise<void> {
    const { keyChain, relay } = this.#peer
    const symKey = await keyChain.sharedKey(proposal.publicKey, responderPublicKey)
    if (symKey === undefined || this.#proposals.get(key) === undefined) return
    const sessionTopic = await keyChain.addSymKey(symKey)
    await this.#proposals.set(key, { ...proposal, sessionTopic, responderPublicKey })
    relay.subscribe([sessionTopic]).catch(() => undefined)
  }

  async #settle(topic: string, id: number, params: ShapeOf<typeof isSettle>): Promise<void> {
    const { messenger, sessions, pairings, nowMs } = this.#peer
    const [key, proposal] =
      this.#proposals.all().find(([, { sessionTopic }]) => sessionTopic === topic) ?? []
    if (key === undefined || proposal === undefined) return
    try {
      if (params.controller.publicKey !== proposal.responderPublicKey) {
        throw new WalletConnectError(CODES.settlementFailed, 'The controller is another one.')
      }
      if (params.expiry * 1_000 <= nowMs()) {
        throw new WalletConnectError(CODES.expired, 'The session has expired.')
      }
      checkApproval(params.namespaces, proposal.requiredNamespaces)
    } catch (error) {
      await messenger.respond(topic, id, 'wc_sessionSettle', { error: toErrorObject(error) })
      return await this.#fail(key, error)
    }
    const session = this.#toSession(topic, proposal, params)
    await sessions.set(session)
    const waiting = this.#waiting.get(key)
    await this.#forget(key)
    // Its key now is the session's.
    await pairings.delete(proposal.pairingTopic)
    messenger.respond(topic, id, 'wc_sessionSettle', { result: true }).catch(() => undefined)
    this.#onSettled(session)
    waiting?.resolve(session)
  }

  #toSession(topic: string, proposal: Proposal, params: ShapeOf<typeof isSettle>): Session {
    const latestMs = this.#peer.nowMs() + LIFETIMES_MS.session
    return {
      topic,
      pairingTopic: proposal.pairingTopic,
      isAcknowledged: true,
      lastIds: {},
      controller: params.controller.publicKey,
      self: { publicKey: proposal.publicKey, metadata: this.#metadata },
      peer: params.controller,
      namespaces: params.namespaces,
      requiredNamespaces: proposal.requiredNamespaces,
      // No later than the protocol allows, whatever the wallet's clock says.
      expiryMs: Math.min(params.expiry * 1_000, latestMs),
      ...(params.sessionProperties && { sessionProperties: params.sessionProperties }),
    }
  }

  #expire(key: string, expiryMs: number): void {
    this.#peer.deadlines.set(`proposal:${key}`, expiryMs, () => {
      const error = new WalletConnectError(CODES.expired, 'The pairing link has expired.')
      void this.#fail(key, error)
    })
  }

  async #fail(key: string, error: unknown): Promise<void> {
    const proposal = this.#proposals.get(key)
    if (proposal === undefined) return
    const waiting = this.#waiting.get(key)
    await this.#forget(key)
    const { messenger, pairings, keyChain, relay } = this.#peer
    if (error instanceof WalletConnectError) messenger.responses.cancel(proposal.id, error)
    waiting?.reject(error)
    await keyChain.deleteKeyPair(proposal.publicKey)
    await pairings.delete(proposal.pairingTopic)
    if (proposal.sessionTopic === undefined) return
    await relay.unsubscribe(proposal.sessionTopic)
    await keyChain.deleteSymKey(proposal.sessionTopic)
  }

  async #forget(key: string): Promise<void> {
    this.#waiting.delete(key)
    this.#peer.deadlines.delete(`proposal:${key}`)
    await this.#proposals.delete(key)
  }
}

function toErrorObject(error: unknown): { code: number; message: string } {
  if (error instanceof WalletConnectError) return { code: error.code, message: error.message }
  return { code: CODES.settlementFailed, message: 'Session settlement failed.' }
}
