import { hexToBytes } from '@noble/hashes/utils'
import { sessionOf } from '../auth/authenticated-session.ts'
import {
  type AuthPayload,
  type Cacao,
  isAuthenticate,
  isAuthPayload,
  toCacao,
} from '../auth/cacao.ts'
import { limitRecap } from '../auth/recap.ts'
import { writeSignInMessage } from '../auth/sign-in-message.ts'
import { hashKey } from '../crypto/hash.ts'
import type { SendStaged } from '../peer/messenger.ts'
import { disconnect, type Peer } from '../peer/peer.ts'
import { LIFETIMES_MS } from '../protocol/methods.ts'
import { isKey, isParty, type Metadata, messageLinkOf } from '../protocol/parties.ts'
import type { Outcome } from '../protocol/payloads.ts'
import type { Session } from '../session/session.ts'
import type { EndReason } from '../session/sessions.ts'
import { isInteger, objectOf, optional, type ShapeOf } from '../shape.ts'
import { Records } from '../storage/storage.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'
import { Decisions } from './decisions.ts'

/** Maximum number of logins of a pairing that wait for the user. */
const MAX_PENDING = 50

const UNSENT: EndReason = {
  code: CODES.expired,
  message: 'The relay did not get the login in time.',
}

const isAuthentication = objectOf({
  id: isInteger,
  pairingTopic: isKey,
  requester: isParty,
  payload: isAuthPayload,
  expiryMs: isInteger,
  /** Topic of the session that is being approved, until the response is stored. */
  openingTopic: optional(isKey),
  /** Topic of the approved session, until the relay has the response: the app may not receive it in time. */
  sessionTopic: optional(isKey),
})
/** An app's request for a login, until the user decides. */
export type Authentication = ShapeOf<typeof isAuthentication>

/** Chains and methods that logins may grant to apps: the rest of a request is left out of the message. */
export type SignInLimits = {
  /** CAIP-2. */
  chains: readonly string[]
  methods: readonly string[]
}

/** By account (CAIP-10). */
type Signatures = Readonly<Record<string, string>>

export type AuthenticationEvents = {
  onRequested: (authentication: Authentication) => void
  onExpired: (authentication: Authentication) => void
}

type AuthenticationOptions = { metadata: Metadata; limits: SignInLimits }

/** The logins that apps have requested from a wallet. */
export class WalletAuthentications {
  readonly #peer: Peer
  readonly #metadata: Metadata
  readonly #limits: SignInLimits
  readonly #pending: Records<Authentication>
  readonly #events: AuthenticationEvents
  readonly #decisions = new Decisions()

  private constructor(
    peer: Peer,
    { metadata, limits }: AuthenticationOptions,
    pending: Records<Authentication>,
    events: AuthenticationEvents,
  ) {
    this.#peer = peer
    this.#metadata = metadata
    this.#limits = limits
    this.#pending = pending
    this.#events = events
  }

  static async open(
    peer: Peer,
    options: AuthenticationOptions,
    events: AuthenticationEvents,
  ): Promise<WalletAuthentications> {
    const stored = await Records.open(peer.storage, 'received-login', isAuthentication)
    const logins = new WalletAuthentications(peer, options, stored, events)
    peer.messenger.handle('wc_sessionAuthenticate', isAuthenticate, ({ topic, id, params }) =>
      logins.#receive(topic, id, params),
    )
    await logins.#recover()
    return logins
  }

  resume(): void {
    for (const [, pending] of this.#pending.all()) this.#expire(pending)
  }

  /** Logins that wait for the user's decision, which counts as soon as its response is stored. */
  all(): Authentication[] {
    return this.#pending
      .all()
      .map(([, pending]) => pending)
      .filter(({ sessionTopic }) => sessionTopic === undefined)
  }

  /** Returns the text that the user signs with an account (CAIP-10). */
  message(id: number, account: string): string {
    return writeSignInMessage(toCacao(this.#get(id).payload, account, '').p)
  }

  /**
   * Sends signatures by account.
   *
   * @returns The session, when the app has asked for methods.
   */
  approve(id: number, signatures: Signatures): Promise<Session | undefined> {
    return this.#decisions.run(id, () => this.#approve(id, signatures))
  }

  reject(id: number, reason: EndReason): Promise<void> {
    return this.#decisions.run(id, () => this.#reject(id, reason))
  }

  /** Carries out decisions that were interrupted once their response was stored, and takes back the others. */
  async #recover(): Promise<void> {
    for (const [, pending] of this.#pending.all()) {
      const { openingTopic, ...login } = pending
      if (login.sessionTopic !== undefined) continue
      if (!(await this.#isDecided(pending))) await this.#takeBack(pending)
      else if (openingTopic === undefined) await this.#forget(login.id)
      else await this.#pending.set(String(login.id), { ...login, sessionTopic: openingTopic })
    }
  }

  async #isDecided(pending: Authentication): Promise<boolean> {
    const { messenger, sessions } = this.#peer
    // A link is opened at once: the app may have it.
    if (sessions.find(pending.openingTopic ?? '')?.messageLink !== undefined) return true
    return messenger.isResponseStaged(await responseTopicOf(pending), pending.id)
  }

  /** Ends a session of which the app was not notified: the user decides again. */
  async #takeBack({ openingTopic, ...pending }: Authentication): Promise<void> {
    if (openingTopic === undefined) return
    await this.#peer.sessions.drop(openingTopic)
    await this.#pending.set(String(pending.id), pending)
  }

  async #approve(id: number, signatures: Signatures): Promise<Session | undefined> {
    const pending = this.#get(id)
    const { requester, payload, pairingTopic } = pending
    const cacaos = Object.entries(signatures).map(([account, signature]) =>
      toCacao(payload, account, signature),
    )
    const { keyChain, pairings } = this.#peer
    const publicKey = await keyChain.createKeyPair()
    const responder = { publicKey, metadata: this.#metadata }
    const session = await this.#open(pending, publicKey, cacaos)
    const outcome = { result: { cacaos, responder } }
    const send = await this.#stage(pending, publicKey, outcome).catch(async (error: unknown) => {
      await this.#takeBack(this.#pending.get(String(id)) ?? pending)
      throw error
    })
    if (session === undefined) {
      await this.#forget(id)
      await keyChain.deleteKeyPair(publicKey)
    } else await this.#pending.set(String(id), { ...pending, sessionTopic: session.topic })
    await send()
    await this.#forget(id)
    await pairings.delete(pairingTopic)
    return session && { ...session, peer: requester }
  }

  async #reject(id: number, reason: EndReason): Promise<void> {
    const pending = this.#get(id)
    const { keyChain } = this.#peer
    const publicKey = await keyChain.createKeyPair()
    const send = await this.#stage(pending, publicKey, { error: reason })
    await this.#forget(id)
    await keyChain.deleteKeyPair(publicKey)
    await send()
  }

  async #open(
    pending: Authentication,
    publicKey: string,
    cacaos: readonly Cacao[],
  ): Promise<Session | undefined> {
    const { requester, pairingTopic } = pending
    const { keyChain, relay, sessions, nowMs } = this.#peer
    const symKey = await keyChain.sharedKey(publicKey, requester.publicKey)
    if (symKey === undefined) throw new WalletConnectError(CODES.notFound, 'The key is gone.')
    const self = { publicKey, metadata: this.#metadata }
    const session = sessionOf({
      topic: await hashKey(symKey),
      pairingTopic,
      cacaos,
      nowMs: nowMs(),
      responder: self,
      self,
      peer: requester,
      messageLink: this.#linkTo(pending),
    })
    if (session === undefined) return undefined
    await this.#pending.set(String(pending.id), { ...pending, openingTopic: session.topic })
    await keyChain.addSymKey(symKey)
    await sessions.set(session)
    relay.subscribe([session.topic]).catch(() => undefined)
    return session
  }

  async #stage(pending: Authentication, publicKey: string, outcome: Outcome): Promise<SendStaged> {
    const { id, requester } = pending
    const topic = await responseTopicOf(pending)
    const { messenger, responseLinks } = this.#peer
    const link = this.#linkTo(pending)
    if (link !== undefined) responseLinks.set(topic, link)
    const keys = { publicKey, peerPublicKey: requester.publicKey, topic }
    try {
      const method = 'wc_sessionAuthenticate'
      return await messenger.stageResponseFrom(keys, { id, method, outcome })
    } finally {
      responseLinks.delete(topic)
    }
  }

  /** Returns the app's universal link, when its request came in a link: this wallet has no pairing with it. */
  #linkTo({ pairingTopic, requester }: Authentication): string | undefined {
    const { canOpenLinks, pairings } = this.#peer
    if (!canOpenLinks || pairings.topics().includes(pairingTopic)) return undefined
    return messageLinkOf(requester.metadata)
  }

  #isFull(pairingTopic: string): boolean {
    const own = this.all().filter((pending) => pending.pairingTopic === pairingTopic)
    return own.length >= MAX_PENDING
  }

  async #receive(
    pairingTopic: string,
    id: number,
    { requester, authPayload, expiryTimestamp }: ShapeOf<typeof isAuthenticate>,
  ): Promise<void> {
    const { nowMs, sessions } = this.#peer
    // A connected app could otherwise send requests without a link that the user has opened.
    if (sessions.find(pairingTopic) !== undefined || this.#isFull(pairingTopic)) return
    // The user may be deciding on the first one with this id.
    if (this.#pending.get(String(id)) !== undefined) return
    const latestMs = nowMs() + LIFETIMES_MS.authentication
    const expiryMs = Math.min((expiryTimestamp ?? Number.POSITIVE_INFINITY) * 1_000, latestMs)
    if (expiryMs <= nowMs()) return
    const payload = limitPayload(authPayload, this.#limits)
    const pending = { id, pairingTopic, requester, payload, expiryMs }
    await this.#pending.set(String(id), pending)
    this.#expire(pending)
    this.#events.onRequested(pending)
  }

  #get(id: number): Authentication {
    const pending = this.#pending.get(String(id))
    if (pending !== undefined && pending.sessionTopic === undefined) return pending
    throw new WalletConnectError(CODES.notFound, 'There is no such login, or it has expired.')
  }

  #expire({ id, expiryMs }: Authentication): void {
    this.#peer.deadlines.set(`received-login:${id}`, expiryMs, () => void this.#end(id))
  }

  async #end(id: number): Promise<void> {
    const pending = this.#pending.get(String(id))
    await this.#forget(id)
    if (pending === undefined) return
    if (pending.sessionTopic === undefined) return this.#events.onExpired(pending)
    await this.#dropUnsent(pending.sessionTopic, pending)
  }

  /** Ends the session of a response that the relay does not have: the app awaits it no longer. */
  async #dropUnsent(sessionTopic: string, pending: Authentication): Promise<void> {
    const { messenger, sessions } = this.#peer
    const topic = await responseTopicOf(pending)
    if (!messenger.isResponseStaged(topic, pending.id)) return
    await messenger.dropResponse(topic, pending.id)
    // The relay may have it all the same, and its reply was lost: the app is notified.
    if (sessions.find(sessionTopic)) await disconnect(this.#peer, sessionTopic, UNSENT)
  }

  async #forget(id: number): Promise<void> {
    this.#peer.deadlines.delete(`received-login:${id}`)
    await this.#pending.delete(String(id))
  }
}

async function responseTopicOf({ requester }: Authentication): Promise<string> {
  return await hashKey(hexToBytes(requester.publicKey))
}

function limitPayload(payload: AuthPayload, { chains, methods }: SignInLimits): AuthPayload {
  const { resources } = payload
  return {
    ...payload,
    chains: payload.chains.filter((chain) => chains.includes(chain)),
    ...(resources && { resources: limitRecap(resources, methods, chains) }),
  }
}
