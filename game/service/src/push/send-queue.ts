import type { PushedResult } from '@bullring/game-api/push'
import type { Receiver } from './push.queries.ts'
import type { Delivery } from './send-message.ts'

/** A result for a browser. */
export type Message = { receiver: Receiver; result: PushedResult }

export type SendQueueDeps = {
  /** Never rejects. */
  send: (message: Message) => Promise<Delivery>
  /** Forgets a browser. */
  remove: (endpoint: string) => Promise<void>
  /** Called when all attempts to send a message have failed. */
  recordFailure: (endpoint: string) => Promise<void>
  /** Called when a browser that was failing has received a message. */
  recordRecovery: (endpoint: string) => Promise<void>
  onError: (error: unknown) => void
  nowMs: () => number
}

type Waiting = { message: Message; addedMs: number; attempts: number }

/** An origin of endpoints. */
type Origin = {
  waiting: Waiting[]
  running: number
  /** Grows with each fast delivery, halves with a slow or failed one. Without any, 0 or less. */
  score: number
}

/** Maximum number of concurrent requests: in all, to one origin, and to origins that have not proven to be fast. */
const MAX_RUNNING = 64
const MAX_PER_ORIGIN = 32
const MAX_UNPROVEN = 32

/** Push services respond faster. */
const FAST_MS = 1_000

/** A message that failed is sent again after this time. */
const RETRY_MS = 30_000
const MAX_ATTEMPTS = 5

/** A message that has waited for longer is no news. */
const MAX_WAITING_MS = 3_600_000

/** Beyond this number, only origins that have proven to be fast are remembered. */
const MAX_REMEMBERED = 10_000

/**
 * Sends the messages of all markets. Strangers choose the endpoints: origins that have delivered most come first and
 * get more requests at a time with each delivery, so that slow ones delay only each other.
 */
export class SendQueue {
  readonly #deps: SendQueueDeps
  readonly #origins = new Map<string, Origin>()
  readonly #running = new Set<Promise<void>>()
  #retries: { waiting: Waiting; atMs: number }[] = []
  #unproven = 0
  #isStopped = false

  constructor(deps: SendQueueDeps) {
    this.#deps = deps
  }

  /** Adds messages, and those whose retry is due. */
  add(messages: readonly Message[]): void {
    const now = this.#deps.nowMs()
    this.#dropOld(now)
    const due = this.#retries.filter(({ atMs }) => atMs <= now)
    this.#retries = this.#retries.filter(({ atMs }) => atMs > now)
    const added = messages.map((message) => ({ message, addedMs: now, attempts: 0 }))
    for (const waiting of [...added, ...due.map((retry) => retry.waiting)]) {
      this.#originOf(waiting.message).waiting.push(waiting)
    }
    this.#fill()
  }

  /** Starts no more requests, waits for the running ones, and returns the messages that are not sent. */
  async stop(): Promise<Message[]> {
    this.#isStopped = true
    await Promise.all(this.#running)
    const waiting = [...this.#origins.values()].flatMap((origin) => origin.waiting)
    const retries = this.#retries.map((retry) => retry.waiting)
    return [...waiting, ...retries].map(({ message }) => message)
  }

  #dropOld(now: number): void {
    const isNews = ({ addedMs }: Waiting) => now - addedMs <= MAX_WAITING_MS
    for (const origin of this.#origins.values()) {
      const [oldest] = origin.waiting
      if (oldest && !isNews(oldest)) origin.waiting = origin.waiting.filter(isNews)
    }
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
      const next = origin?.waiting.pop()
      if (origin === null || next === undefined) return
      const sending: Promise<void> = this.#run(origin, next).finally(() => {
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

  async #run(origin: Origin, next: Waiting): Promise<void> {
    const isUnproven = origin.score <= 0
    const startMs = this.#deps.nowMs()
    origin.running += 1
    if (isUnproven) this.#unproven += 1
    const delivery = await this.#deps.send(next.message)
    origin.running -= 1
    if (isUnproven) this.#unproven -= 1
    const isFast = delivery !== 'failed' && this.#deps.nowMs() - startMs <= FAST_MS
    origin.score = nextScore(origin.score, isFast)
    this.#forgetUnproven(next.message, origin)
    await this.#settle(next, delivery).catch(this.#deps.onError)
  }

  async #settle(sent: Waiting, delivery: Delivery): Promise<void> {
    const { endpoint, isFailing } = sent.message.receiver
    if (delivery === 'gone') return await this.#deps.remove(endpoint)
    if (delivery === 'delivered') {
      if (isFailing) await this.#deps.recordRecovery(endpoint)
      return
    }
    const attempts = sent.attempts + 1
    if (attempts === MAX_ATTEMPTS) return await this.#deps.recordFailure(endpoint)
    this.#retries.push({
      waiting: { ...sent, attempts },
      atMs: this.#deps.nowMs() + RETRY_MS,
    })
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
