import { base64ToBytes, bytesToBase64Url } from '../crypto/bytes.ts'
import {
  openEnvelope,
  readClearEnvelope,
  sealEnvelope,
  sealEnvelopeFrom,
  writeClearEnvelope,
} from '../crypto/envelope.ts'
import type { KeyChain } from '../crypto/key-chain.ts'
import type { Deadlines } from '../deadlines.ts'
import { readLink, writeLink } from '../link-mode.ts'
import {
  LIFETIMES_MS,
  METHODS,
  type Method,
  type MethodName,
  UNKNOWN_METHOD,
} from '../protocol/methods.ts'
import {
  nextPayloadId,
  type Outcome,
  parsePayload,
  type RequestPayload,
  writeRequest,
  writeResponse,
} from '../protocol/payloads.ts'
import type { Publication } from '../relay/relay-client.ts'
import type { Shape } from '../shape.ts'
import { CODES, clientClosed, WalletConnectError } from '../walletconnect-error.ts'
import { AwaitedResponses } from './awaited-responses.ts'
import type { Outbox } from './outbox.ts'

/** Shortest time for which a request waits in the mailbox, in seconds, and longest. */
const REQUEST_TTL_S = { least: 300, most: LIFETIMES_MS.longestRequest / 1_000 } as const

export type Incoming<Params> = { topic: string; id: number; params: Params }

type Handler = (incoming: Incoming<unknown>) => Promise<void>

/** Sends a message that is stored already. */
export type SendStaged = () => Promise<void>

export type Sending = {
  id: number
  topic: string
  method: MethodName
  params: unknown
  /** Expiry of the request, if later than its method's default. */
  expiryMs?: number
}

export type MessengerDeps = {
  keyChain: KeyChain
  deadlines: Deadlines
  nowMs: () => number
  publish: (publication: Publication) => Promise<void>
  outbox: Outbox
  /** Returns our public key for topics on which senders name their key. */
  publicKeyOf: (topic: string) => string | undefined
  /** Returns the peer's universal link for a topic whose messages travel in links. */
  messageLinkOf: (topic: string) => string | undefined
  openLink: (url: string) => void
}

/** Encrypted requests and responses between the two ends of a topic. */
export class Messenger {
  readonly #deps: MessengerDeps
  readonly #handlers = new Map<string, Handler>()
  readonly responses: AwaitedResponses
  #isStopped = false

  constructor(deps: MessengerDeps) {
    this.#deps = deps
    this.responses = new AwaitedResponses(deps.deadlines)
  }

  newId(): number {
    return nextPayloadId(this.#deps.nowMs())
  }

  /** Handles a method's requests. The handler responds by itself, at once or later. */
  handle<Params>(
    method: MethodName,
    shape: Shape<Params>,
    handler: (incoming: Incoming<Params>) => Promise<void>,
  ): void {
    this.#handlers.set(method, async ({ topic, id, params }) => {
      if (shape(params)) return await handler({ topic, id, params })
      const error = { code: CODES.invalidInput, message: `Invalid parameters of ${method}.` }
      await this.respond(topic, id, method, { error })
    })
  }

  /** Publishes a request. Resolves when the relay has it. */
  async send(sending: Sending): Promise<void> {
    const { isKept }: Method = METHODS[sending.method]
    if (!isKept) return await this.#publish(this.#toRequest(sending))
    const send = await this.stage(sending)
    await send()
  }

  /** Stores a request, which is then sent even if this page ends. */
  async stage(sending: Sending): Promise<SendStaged> {
    return await this.#stage(requestKey(sending), this.#toRequest(sending))
  }

  /** Stores a response, which is then sent even if this page ends. */
  async stageResponse(
    topic: string,
    id: number,
    method: MethodName,
    outcome: Outcome,
  ): Promise<SendStaged> {
    const publication = this.#toResponse(topic, id, METHODS[method], outcome)
    return await this.#stage(responseKey(topic, id), publication)
  }

  /** Whether a response is stored and not sent yet. */
  isResponseStaged(topic: string, id: number): boolean {
    return this.#deps.outbox.has(responseKey(topic, id))
  }

  /** Drops a request that is stored and not sent yet. */
  async drop(request: Pick<Sending, 'topic' | 'id'>): Promise<void> {
    await this.#deps.outbox.drop(requestKey(request))
  }

  /** Drops a response that is stored and not sent yet. */
  async dropResponse(topic: string, id: number): Promise<void> {
    await this.#deps.outbox.drop(responseKey(topic, id))
  }

  #toRequest({ id, topic, method, params, expiryMs }: Sending): Publication {
    const { request: tag, ttl, prompt = false }: Method = METHODS[method]
    const text = writeRequest(id, method, params)
    const seconds = expiryMs === undefined ? ttl : this.#ttlUntil(expiryMs)
    return { topic, message: this.#seal(topic, text), ttl: seconds, tag, prompt }
  }

  #toResponse(topic: string, id: number, method: Method, outcome: Outcome): Publication {
    const message = this.#seal(topic, writeResponse(id, outcome))
    return { topic, message, ttl: method.ttl, tag: tagOf(method, outcome), prompt: false }
  }

  async #stage(key: string, publication: Publication): Promise<SendStaged> {
    const { outbox, messageLinkOf } = this.#deps
    if (messageLinkOf(publication.topic) !== undefined) {
      await this.#publish(publication)
      return () => Promise.resolve()
    }
    await outbox.stage(key, publication)
    return async () => await outbox.deliver(key)
  }

  /** Fails all awaited responses, and opens no more links. */
  stop(): void {
    this.#isStopped = true
    this.responses.stop()
  }

  /** Sends a login request in clear, in a link: the wallet has no key yet, and no one else reads the link. */
  sendInClear(universalLink: string, { id, topic, method, params }: Sending): void {
    const envelope = writeClearEnvelope(writeRequest(id, method, params))
    this.#openLink(writeLink(universalLink, { topic, envelope }))
  }

  /**
   * Handles a link that was opened with this app.
   *
   * @returns Whether it brought a message.
   */
  async receiveLink(url: string): Promise<boolean> {
    const link = readLink(url)
    if (link === undefined) return false
    const text = readClearEnvelope(link.envelope)
    if (text === undefined) return await this.receive(link.topic, link.envelope)
    const payload = parsePayload(text)
    // Anyone can send plain text: only the request that starts a session may be unencrypted.
    const isLogin =
      payload !== undefined &&
      'request' in payload &&
      payload.request.method === 'wc_sessionAuthenticate'
    if (isLogin) await this.#dispatch(link.topic, payload.request)
    return isLogin
  }

  /** Sends a request and returns its response. */
  async request(sending: Omit<Sending, 'id'>): Promise<unknown> {
    const id = this.newId()
    const { ttl } = METHODS[sending.method]
    const expiryMs = sending.expiryMs ?? this.#deps.nowMs() + ttl * 1_000
    const response = this.responses.wait({ id, topics: [sending.topic], expiryMs })
    this.send({ id, ...sending }).catch((cause: unknown) => {
      this.responses.cancel(id, cause)
    })
    return await response
  }

  async respond(topic: string, id: number, method: MethodName, outcome: Outcome): Promise<void> {
    const send = await this.stageResponse(topic, id, method, outcome)
    await send()
  }

  /** Stores a response whose envelope names our key: for a peer that has no key for the topic yet. */
  async stageResponseFrom(
    keys: { publicKey: string; peerPublicKey: string; topic: string },
    response: { id: number; method: MethodName; outcome: Outcome },
  ): Promise<SendStaged> {
    const symKey = await this.#deps.keyChain.sharedKey(keys.publicKey, keys.peerPublicKey)
    if (symKey === undefined) throw new WalletConnectError(CODES.notFound, 'The key is gone.')
    const text = writeResponse(response.id, response.outcome)
    const message = sealEnvelopeFrom(keys.publicKey, text, symKey)
    const method: Method = METHODS[response.method]
    return await this.#stage(responseKey(keys.topic, response.id), {
      topic: keys.topic,
      message,
      ttl: method.ttl,
      prompt: false,
      tag: tagOf(method, response.outcome),
    })
  }

  /**
   * Handles a message of a topic.
   *
   * @returns False for a response that is awaited, but not here: it is for another page of the same app.
   */
  async receive(topic: string, message: string): Promise<boolean> {
    const opened = await openEnvelope(message, {
      symKey: () => this.#deps.keyChain.symKey(topic),
      sharedKey: async (sender) => {
        const publicKey = this.#deps.publicKeyOf(topic)
        if (publicKey === undefined) return undefined
        return await this.#deps.keyChain.sharedKey(publicKey, sender)
      },
    })
    const payload = opened && parsePayload(opened.text)
    if (payload === undefined) return true
    if ('response' in payload) return await this.responses.settle(topic, payload.response)
    await this.#dispatch(topic, payload.request)
    return true
  }

  async #dispatch(topic: string, { id, method, params }: RequestPayload): Promise<void> {
    const handler = this.#handlers.get(method)
    if (handler !== undefined) return await handler({ topic, id, params })
    const error = { code: CODES.unknownMethod, message: `Unsupported wc_ method: ${method}` }
    await this.#publish(this.#toResponse(topic, id, UNKNOWN_METHOD, { error }))
  }

  #seal(topic: string, text: string): string {
    const symKey = this.#deps.keyChain.symKey(topic)
    if (symKey !== undefined) return sealEnvelope(text, symKey)
    throw new WalletConnectError(CODES.notFound, 'This session or pairing has ended.')
  }

  #ttlUntil(expiryMs: number): number {
    const seconds = Math.ceil((expiryMs - this.#deps.nowMs()) / 1_000)
    return Math.min(Math.max(seconds, REQUEST_TTL_S.least), REQUEST_TTL_S.most)
  }

  async #publish(publication: Publication): Promise<void> {
    const { topic, message } = publication
    const link = this.#deps.messageLinkOf(topic)
    if (link === undefined) return await this.#deps.publish(publication)
    const envelope = bytesToBase64Url(base64ToBytes(message))
    this.#openLink(writeLink(link, { topic, envelope }))
  }

  #openLink(url: string): void {
    if (this.#isStopped) throw clientClosed()
    this.#deps.openLink(url)
  }
}

function requestKey({ topic, id }: Pick<Sending, 'topic' | 'id'>): string {
  return `request:${topic}:${id}`
}

function responseKey(topic: string, id: number): string {
  return `response:${topic}:${id}`
}

function tagOf({ response, rejection = response }: Method, outcome: Outcome): number {
  return 'error' in outcome ? rejection : response
}
