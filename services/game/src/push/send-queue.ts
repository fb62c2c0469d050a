import type { PushedResult } from '@bullring/wire/game-api/push'
import type { Receiver } from './push.queries.ts'
import type { Delivery } from './send-message.ts'

/** A result for a browser. */
export type Message = { receiver: Receiver; result: PushedResult }

export type SendQueueDeps = {
  /** Rejects only when the process stops. */
  send: (message: Message) => Promise<Delivery>
  /** Forgets a browser. */
  remove: (endpoint: string) => Promise<void>
  onError: (error: unknown) => void
  nowMs: () => number
}

/** An origin of endpoints. */
type Origin = {
  waiting: Message[]
  running: number
  /** Grows with each fast delivery, halves with a slow or failed one. Without any, 0 or less. */
  score: number
}

/** Requests at a time: of all origins, of one, and of those that have not proven to be fast. */
const MAX_RUNNING = 64
const MAX_PER_ORIGIN = 32
const MAX_UNPROVEN = 32

/** Push services respond faster. */
const FAST_MS = 1_000

/** A message that failed is sent again after this time; an endpoint that keeps failing is forgotten. */
const RETRY_MS = 30_000
const MAX_FAILURES = 5

/** Beyond this number, only origins that have proven to be fast are remembered. */
const MAX_REMEMBERED = 10_000

/**
 * Sends the messages of all markets. Endpoints are of strangers: origins that have delivered most come first and get more
 * requests at a time with each delivery, so that slow ones delay only each other.
 */
export class SendQueue {
  readonly #deps: SendQueueDeps
  readonly #origins = new Map<string, Origin>()
  /** In a row, by endpoint. */
  readonly #failures = new Map<string, number>()
  readonly #running = new Set<Promise<void>>()
  #retries: { message: Message; atMs: number }[] = []
  #unproven = 0
  #isStopped = false

  constructor(deps: SendQueueDeps) {
    this.#deps = deps
  }

  /** Adds messages, and those whose retry is due. */
  add(messages: readonly Message[]): void {
    const now = this.#deps.nowMs()
    const due = this.#retries.filter(({ atMs }) => atMs <= now)
    this.#retries = this.#retries.filter(({ atMs }) => atMs > now)
    for (const message of [...messages, ...due.map((retry) => retry.message)]) {
      this.#originOf(message).waiting.push(message)
    }
    this.#fill()
  }

  /** Starts no more requests, and returns the messages that are not sent once those that run have ended. */
  async stop(): Promise<Message[]> {
    this.#isStopped = true
    await Promise.all(this.#running)
    const waiting = [...this.#origins.values()].flatMap((origin) => origin.waiting)
    return [...waiting, ...this.#retries.map(({ message }) => message)]
  }

  #originOf({ receiver }: Message): Origin {
    const name = new URL(receiver.endpoint).origin
    const origin = this.#origins.get(name) ?? { waiting: [], running: 0, score: 0 }
    this.#origins.set(name, origin)
    return origin
  }

  #fill(): void {
    while (!this.#isStopped && this.#running.size < MAX_RUNNING) {
      const origin = this.#pick()
      const message = origin?.waiting.pop()
      if (origin === null || message === undefined) return
      const sending: Promise<void> = this.#run(origin, message).finally(() => {
        this.#running.delete(sending)
        this.#fill()
      })
      this.#running.add(sending)
    }
  }

  #pick(): Origin | null {
    let best: Origin | null = null
    for (const origin of this.#origins.values()) {
      if (this.#mayStart(origin) && (best === null || isBefore(origin, best))) best = origin
    }
    return best
  }

  #mayStart({ waiting, running, score }: Origin): boolean {
    if (waiting.length === 0) return false
    return score > 0
      ? running < Math.min(1 + score, MAX_PER_ORIGIN)
      : running === 0 && this.#unproven < MAX_UNPROVEN
  }

  async #run(origin: Origin, message: Message): Promise<void> {
    const isUnproven = origin.score <= 0
    const startMs = this.#deps.nowMs()
    origin.running += 1
    if (isUnproven) this.#unproven += 1
    const delivery = await this.#deps.send(message).catch(() => null)
    origin.running -= 1
    if (isUnproven) this.#unproven -= 1
    if (delivery === null) return this.#retryLater(message)
    const isFast = delivery !== 'failed' && this.#deps.nowMs() - startMs <= FAST_MS
    origin.score = nextScore(origin.score, isFast)
    this.#forgetUnproven(message, origin)
    return await this.#settle(message, delivery).catch(this.#deps.onError)
  }

  async #settle(message: Message, delivery: Delivery): Promise<void> {
    const { endpoint } = message.receiver
    const failures = delivery === 'failed' ? (this.#failures.get(endpoint) ?? 0) + 1 : 0
    if (failures > 0 && failures < MAX_FAILURES) {
      this.#failures.set(endpoint, failures)
      return this.#retryLater(message)
    }
    this.#failures.delete(endpoint)
    if (delivery !== 'delivered') await this.#deps.remove(endpoint)
  }

  #retryLater(message: Message): void {
    this.#retries.push({ message, atMs: this.#deps.nowMs() + RETRY_MS })
  }

  #forgetUnproven({ receiver }: Message, { score, running, waiting }: Origin): void {
    const isIdle = running === 0 && waiting.length === 0
    if (this.#origins.size > MAX_REMEMBERED && isIdle && score <= 0) {
      this.#origins.delete(new URL(receiver.endpoint).origin)
    }
  }
}

/** Among equals, an origin of many browsers is more likely a push service. */
function isBefore(a: Origin, b: Origin): boolean {
  return a.score === b.score ? a.waiting.length > b.waiting.length : a.score > b.score
}

function nextScore(score: number, isFast: boolean): number {
  return isFast ? Math.max(score, 0) + 1 : Math.min(score >> 1, score - 1)
}
