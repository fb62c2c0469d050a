import { readPairingUri } from '../pairing/pairing-uri.ts'
import type { SendStaged } from '../peer/messenger.ts'
import type { Peer } from '../peer/peer.ts'
import { LIFETIMES_MS } from '../protocol/methods.ts'
import { isKey, isParty, type Metadata, RELAY_PROTOCOL } from '../protocol/parties.ts'
import { isPropose, type Propose } from '../protocol/session-messages.ts'
import { checkApproval, isProposedNamespaces, type Namespaces } from '../session/namespaces.ts'
import type { Session } from '../session/session.ts'
import type { EndReason } from '../session/sessions.ts'
import { isInteger, isText, objectOf, optional, recordOf, type ShapeOf } from '../shape.ts'
import { Records } from '../storage/storage.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'
import { Decisions } from './decisions.ts'

/** Maximum number of proposals of a pairing that wait for the user. */
const MAX_PENDING = 50

const isProposal = objectOf({
  id: isInteger,
  pairingTopic: isKey,
  /** The app. Its self-description is not verified. */
  proposer: isParty,
  requiredNamespaces: isProposedNamespaces,
  optionalNamespaces: isProposedNamespaces,
  expiryMs: isInteger,
  sessionProperties: optional(recordOf(isText)),
  /** Topic of the session that is being approved: known to the app only once the response is stored. */
  sessionTopic: optional(isKey),
})
/** An app's request for a session, until the user decides. */
export type Proposal = ShapeOf<typeof isProposal>

export type ProposalEvents = {
  onProposed: (proposal: Proposal) => void
  /** The user did not decide in time. */
  onExpired: (proposal: Proposal) => void
  /** The app has confirmed the session. */
  onSettled: (session: Session) => void
}

export type Approval = {
  id: number
  namespaces: Namespaces
  sessionProperties?: Record<string, string>
}

export type WalletProposalOptions = { metadata: Metadata; signIn?: object }

/** The proposals that a wallet has received. They outlive a reload. */
export class WalletProposals {
  readonly #peer: Peer
  readonly #options: WalletProposalOptions
  readonly #proposals: Records<Proposal>
  readonly #events: ProposalEvents
  readonly #decisions = new Decisions()

  private constructor(
    peer: Peer,
    options: WalletProposalOptions,
    proposals: Records<Proposal>,
    events: ProposalEvents,
  ) {
    this.#peer = peer
    this.#options = options
    this.#proposals = proposals
    this.#events = events
  }

  static async open(
    peer: Peer,
    options: WalletProposalOptions,
    events: ProposalEvents,
  ): Promise<WalletProposals> {
    const stored = await Records.open(peer.storage, 'received-proposal', isProposal)
    const proposals = new WalletProposals(peer, options, stored, events)
    peer.messenger.handle('wc_sessionPropose', isPropose, ({ topic, id, params }) =>
      proposals.#receive(topic, id, params),
    )
    peer.messenger.responses.keep((topic, id) => {
      const { settlement } = peer.sessions.find(topic) ?? {}
      return settlement?.id === id && settlement.expiryMs > peer.nowMs()
    })
    await proposals.#recover()
    return proposals
  }

  resume(): void {
    for (const [, proposal] of this.#proposals.all()) this.#expire(proposal)
    for (const session of this.#peer.sessions.all()) void this.#awaitSettlement(session)
  }

  /** Proposals that wait for the user's decision, which counts as soon as its response is stored. */
  all(): Proposal[] {
    return this.#proposals
      .all()
      .map(([, proposal]) => proposal)
      .filter((proposal) => !this.#isDecided(proposal))
  }

  /** Subscribes to the topic of a pairing link. */
  async pair(uri: string): Promise<void> {
    const { symKey, expiryMs, methods } = await readPairingUri(uri)
    const { pairings, nowMs } = this.#peer
    await pairings.add(symKey, Math.min(expiryMs, nowMs() + LIFETIMES_MS.pairing), methods)
  }

  approve(approval: Approval): Promise<Session> {
    return this.#decisions.run(approval.id, () => this.#approve(approval))
  }

  reject(id: number, reason: EndReason = REJECTED): Promise<void> {
    return this.#decisions.run(id, () => this.#reject(id, reason))
  }

  async #approve({ id, namespaces, sessionProperties }: Approval): Promise<Session> {
    const proposal = this.#get(id)
    checkApproval(namespaces, proposal.requiredNamespaces)
    const { keyChain, messenger, relay, sessions, nowMs } = this.#peer
    const publicKey = await keyChain.createKeyPair()
    const peer = proposal.proposer
    const symKey = await keyChain.sharedKey(publicKey, peer.publicKey)
    if (symKey === undefined) throw new WalletConnectError(CODES.notFound, 'The key is gone.')
    const topic = await keyChain.addSymKey(symKey)
    await this.#proposals.set(String(id), { ...proposal, sessionTopic: topic })
    const self = { publicKey, metadata: this.#options.metadata }
    const session: Session = {
      topic,
      pairingTopic: proposal.pairingTopic,
      isAcknowledged: false,
      lastIds: {},
      controller: publicKey,
      self,
      peer,
      namespaces,
      requiredNamespaces: proposal.requiredNamespaces,
      expiryMs: nowMs() + LIFETIMES_MS.session,
      settlement: { id: messenger.newId(), expiryMs: nowMs() + LIFETIMES_MS.proposal },
      ...(sessionProperties && { sessionProperties }),
    }
    await sessions.set(session)
    const sendSettlement = await this.#stageSettlement(session)
    const result = { relay: RELAY_PROTOCOL, responderPublicKey: publicKey }
    const { pairingTopic } = proposal
    const sendResponse = await messenger.stageResponse(pairingTopic, id, 'wc_sessionPropose', {
      result,
    })
    await this.#forget(id)
    relay.subscribe([topic]).catch(() => undefined)
    void this.#awaitSettlement(session)
    await Promise.all([sendSettlement(), sendResponse()])
    return session
  }

  /** Forgets decisions that were interrupted once their response was stored, and takes back the others. */
  async #recover(): Promise<void> {
    for (const [, proposal] of this.#proposals.all()) {
      if (this.#isDecided(proposal)) await this.#forget(proposal.id)
      else await this.#takeBack(proposal)
    }
  }

  /** Ends a session of which the app was not notified: the user decides again. */
  async #takeBack({ sessionTopic, ...proposal }: Proposal): Promise<void> {
    if (sessionTopic === undefined) return
    const { messenger, sessions } = this.#peer
    const { settlement } = (await sessions.drop(sessionTopic)) ?? {}
    if (settlement !== undefined) await messenger.drop({ topic: sessionTopic, id: settlement.id })
    await this.#proposals.set(String(proposal.id), proposal)
  }

  #isDecided({ pairingTopic, id }: Proposal): boolean {
    return this.#peer.messenger.isResponseStaged(pairingTopic, id)
  }

  async #reject(id: number, reason: EndReason): Promise<void> {
    const { pairingTopic } = this.#get(id)
    const { messenger } = this.#peer
    const outcome = { error: reason }
    const send = await messenger.stageResponse(pairingTopic, id, 'wc_sessionPropose', outcome)
    await this.#forget(id)
    await send()
  }

  #isFull(pairingTopic: string): boolean {
    const own = this.all().filter((proposal) => proposal.pairingTopic === pairingTopic)
    return own.length >= MAX_PENDING
  }

  async #receive(pairingTopic: string, id: number, params: Propose): Promise<void> {
    const { nowMs, pairings } = this.#peer
    // Within a session, a proposal would come without a link that the user has opened.
    if (!pairings.has(pairingTopic) || this.#isFull(pairingTopic)) return
    // The same app has requested a login on the same pairing.
    const isLogin = pairings.methods(pairingTopic).includes('wc_sessionAuthenticate')
    if (isLogin && this.#options.signIn !== undefined) return
    // The user may be deciding on the first one with this id.
    if (this.#proposals.get(String(id)) !== undefined) return
    const latestMs = nowMs() + LIFETIMES_MS.proposal
    const proposal: Proposal = {
      id,
      pairingTopic,
      proposer: params.proposer,
      requiredNamespaces: params.requiredNamespaces,
      optionalNamespaces: params.optionalNamespaces ?? {},
      expiryMs: Math.min((params.expiryTimestamp ?? Number.POSITIVE_INFINITY) * 1_000, latestMs),
      ...(params.sessionProperties && { sessionProperties: params.sessionProperties }),
    }
    if (proposal.expiryMs <= nowMs()) return
    await this.#proposals.set(String(id), proposal)
    this.#expire(proposal)
    this.#events.onProposed(proposal)
  }

  async #stageSettlement(session: Session): Promise<SendStaged> {
    const { topic, self, namespaces, expiryMs, sessionProperties, settlement } = session
    const params = {
      relay: RELAY_PROTOCOL,
      controller: self,
      namespaces,
      expiry: Math.floor(expiryMs / 1_000),
      ...(sessionProperties && { sessionProperties }),
    }
    const { messenger } = this.#peer
    const id = settlement?.id ?? messenger.newId()
    return await messenger.stage({ id, topic, method: 'wc_sessionSettle', params })
  }

  /** The session counts as approved. The app's confirmation follows, or the session ends. */
  async #awaitSettlement({ topic, settlement }: Session): Promise<void> {
    if (settlement === undefined) return
    const { messenger, relay, sessions } = this.#peer
    try {
      await messenger.responses.wait({ ...settlement, topics: [topic] })
    } catch (error) {
      // Awaited again when the client opens again.
      if (relay.isStopped) return
      return await sessions.end(topic, toReason(error))
    }
    const session = sessions.find(topic)
    if (session === undefined) return
    const { settlement: _settlement, ...rest } = session
    const settled = { ...rest, isAcknowledged: true }
    await sessions.set(settled)
    this.#events.onSettled(settled)
  }

  #get(id: number): Proposal {
    const proposal = this.#proposals.get(String(id))
    if (proposal !== undefined) return proposal
    throw new WalletConnectError(CODES.notFound, 'There is no such proposal, or it has expired.')
  }

  #expire(proposal: Proposal): void {
    const { deadlines } = this.#peer
    deadlines.set(`received-proposal:${proposal.id}`, proposal.expiryMs, () => {
      void this.#forget(proposal.id)
      this.#events.onExpired(proposal)
    })
  }

  async #forget(id: number): Promise<void> {
    this.#peer.deadlines.delete(`received-proposal:${id}`)
    await this.#proposals.delete(String(id))
  }
}

/** Error that apps receive when the user rejects. */
export const REJECTED: EndReason = { code: CODES.rejected, message: 'User rejected.' }

function toReason(error: unknown): EndReason {
  if (error instanceof WalletConnectError) return { code: error.code, message: error.message }
  return { code: CODES.settlementFailed, message: 'Session settlement failed.' }
}
