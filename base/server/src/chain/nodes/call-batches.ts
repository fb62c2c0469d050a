import type { Replies } from './read-replies.ts'
import type { RpcReply } from './rpc-reply.ts'
import type { RpcRequest } from './upstream.ts'

/** Calls of an HTTP request before a node has refused so many. */
const MAX_CALLS = 100

/** Accepted batches after which twice as many calls are tried: the node may have been busy. */
const BATCHES_BEFORE_RETRY = 200

type CallBatchesOptions = {
  sendAlone: (request: RpcRequest, signal: AbortSignal) => Promise<RpcReply>
  sendTogether: (requests: readonly RpcRequest[], signal: AbortSignal) => Promise<Replies>
  /** Called with the calls that the node accepts at once, whenever it accepts fewer than ever before. */
  onLimit: (calls: number) => void
}

type Call = { request: RpcRequest; signal: AbortSignal; resolve: (reply: RpcReply) => void }

/**
 * Joins calls of the same tick, as many as the node accepts. Nodes refuse more in every way: by a status, by one error for
 * all calls, by an error for each, or by silence about some. So refused calls are sent in smaller batches, down to one by
 * one, unless the node also refuses the first of them alone.
 */
export class CallBatches {
  readonly #options: CallBatchesOptions
  #waiting: Call[] = []
  #size = MAX_CALLS
  #smallest = MAX_CALLS
  #accepted = 0

  constructor(options: CallBatchesOptions) {
    this.#options = options
  }

  /** Sends a call with the others of this tick. Never rejects. */
  async send(request: RpcRequest, signal: AbortSignal): Promise<RpcReply> {
    if (signal.aborted) return TOO_LATE
    const { promise, resolve } = Promise.withResolvers<RpcReply>()
    const onAbort = () => resolve(TOO_LATE)
    signal.addEventListener('abort', onAbort)
    if (this.#waiting.length === 0) setImmediate(() => this.#flush())
    this.#waiting.push({ request, signal, resolve })
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  #flush(): void {
    const calls = this.#waiting
    this.#waiting = []
    while (calls.length > 0) void this.#exchange(calls.splice(0, this.#size))
  }

  /** Returns whether the node has replied to each call. */
  async #exchange(calls: readonly Call[]): Promise<boolean> {
    const { sendTogether } = this.#options
    const [first] = calls
    if (first === undefined) return true
    if (calls.length === 1) return await this.#sendAlone(first)
    const requests = calls.map(({ request }) => request)
    const ended = new AbortController()
    const replies = await sendTogether(requests, jointSignal(calls, ended.signal))
    ended.abort()
    const refused = calls.filter((_, index) => replies[index] === null)
    for (const [index, reply] of replies.entries()) if (reply !== null) calls[index]?.resolve(reply)
    if (refused.length === 0) {
      this.#accept()
      return replies.every((reply) => reply?.kind !== 'failure')
    }
    const isAnswered = await this.#sendRefused(refused, calls.length)
    // Otherwise one of the calls was refused rather than their number.
    if (isAnswered) this.#refuse(calls.length)
    return isAnswered
  }

  async #sendAlone({ request, signal, resolve }: Call): Promise<boolean> {
    const reply = await this.#options.sendAlone(request, signal)
    resolve(reply)
    const isAnswered = reply.kind !== 'failure'
    if (isAnswered && this.#size === 1) this.#accept()
    return isAnswered
  }

  async #sendRefused([first, ...rest]: readonly Call[], together: number): Promise<boolean> {
    if (first === undefined) return true
    const reply = await this.#options.sendAlone(first.request, first.signal)
    first.resolve(reply)
    if (reply.kind === 'failure') {
      for (const call of rest) call.resolve(reply)
      return false
    }
    const waiting = [...rest]
    let isAnswered = true
    // One after another: a node that limits batches limits requests, too.
    while (waiting.length > 0) {
      const calls = waiting.splice(0, Math.min(this.#size, Math.max(Math.floor(together / 2), 1)))
      if (!(await this.#exchange(calls))) isAnswered = false
    }
    return isAnswered
  }

  #accept(): void {
    this.#accepted += 1
    if (this.#accepted < BATCHES_BEFORE_RETRY) return
    this.#accepted = 0
    this.#size = Math.min(this.#size * 2, MAX_CALLS)
  }

  #refuse(calls: number): void {
    this.#accepted = 0
    this.#size = Math.min(this.#size, Math.max(Math.floor(calls / 2), 1))
    if (this.#size >= this.#smallest) return
    this.#smallest = this.#size
    this.#options.onLimit(this.#size)
  }
}

const TOO_LATE: RpcReply = { kind: 'failure', reason: 'timeout' }

/** Aborts once all calls have been aborted. Listens to them until `ended` aborts. */
function jointSignal(calls: readonly Call[], ended: AbortSignal): AbortSignal {
  const open = new Set(calls.map(({ signal }) => signal))
  const joint = new AbortController()
  for (const signal of open) {
    const onAbort = () => {
      open.delete(signal)
      if (open.size === 0) joint.abort(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { signal: ended })
  }
  return joint.signal
}
