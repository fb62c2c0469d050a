import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { PhoneStorage } from '#account/phone-storage.ts'
import type { Outcome, PhoneClient } from './phone-client.ts'

/** What the user decided about a request: stored before anything is sent, so that nothing is done twice. */
export type Decision = {
  id: number
  outcome: Outcome
  /** A signed transaction to send first. */
  transaction?: { chainId: number; signed: Hex } | undefined
}

const Stored = z.object({
  id: z.int(),
  outcome: z.union([
    z.object({ result: z.unknown() }),
    z.object({ error: z.object({ code: z.int(), message: z.string() }) }),
  ]),
  transaction: z.optional(z.object({ chainId: z.int(), signed: z.string() })),
})

const PREFIX = 'decision:'
/** Between attempts, besides those when the connection is back. */
const RETRY_MS = 3_000

export type OutboxDeps = {
  storage: PhoneStorage
  client: Pick<PhoneClient, 'respond' | 'requests' | 'on'>
  /**
   * Sends a signed transaction, unless the chain has it.
   *
   * @returns Why the chain refuses it; `undefined` when it has it. Rejects when the chain is out of reach.
   */
  sendTransaction: (chainId: number, signed: Hex) => Promise<string | undefined>
  onChange: () => void
  signal: AbortSignal
}

/** Carries out decisions until chain and relay have them: over reloads and broken connections. */
export class Outbox {
  readonly #deps: OutboxDeps
  readonly #decisions = new Map<number, Decision>()
  /** Transactions follow each other: those of an account need one nonce after another. */
  #lastSent: Promise<unknown> = Promise.resolve()

  private constructor(deps: OutboxDeps) {
    this.#deps = deps
  }

  /** Continues with what is stored. */
  static async open(deps: OutboxDeps): Promise<Outbox> {
    const outbox = new Outbox(deps)
    for (const [, value] of await deps.storage.entries(PREFIX)) {
      const stored = z.safeParse(Stored, value)
      if (stored.success) outbox.#carryOut(stored.data as Decision)
    }
    return outbox
  }

  has(id: number): boolean {
    return this.#decisions.has(id)
  }

  get isEmpty(): boolean {
    return this.#decisions.size === 0
  }

  /** Resolves when the chain has all transactions. */
  async allSent(): Promise<void> {
    await this.#lastSent
  }

  /** Stores a decision, and carries it out. */
  async add(decision: Decision): Promise<void> {
    await this.#deps.storage.set(`${PREFIX}${decision.id}`, decision)
    this.#carryOut(decision)
  }

  #carryOut(decision: Decision): void {
    this.#decisions.set(decision.id, decision)
    const outcome = this.#lastSent.then(() => this.#sendTransaction(decision))
    this.#lastSent = outcome
    void outcome.then((known) => this.#respond(decision.id, known))
    this.#deps.onChange()
  }

  /** A request stays until the relay has the response, or it expires. */
  async #respond(id: number, outcome: Outcome): Promise<void> {
    const { client, signal, storage, onChange } = this.#deps
    while (!signal.aborted && client.requests().some((request) => request.id === id)) {
      try {
        await client.respond(id, outcome)
      } catch {
        await this.#untilRetry()
      }
    }
    if (signal.aborted) return
    await storage.delete(`${PREFIX}${id}`)
    this.#decisions.delete(id)
    onChange()
  }

  /** @returns What to respond. */
  async #sendTransaction({ outcome, transaction }: Decision): Promise<Outcome> {
    if (transaction === undefined) return outcome
    while (!this.#deps.signal.aborted) {
      try {
        const { chainId, signed } = transaction
        const refusal = await this.#deps.sendTransaction(chainId, signed)
        return refusal === undefined ? outcome : { error: { code: -32_003, message: refusal } }
      } catch {
        await this.#untilRetry()
      }
    }
    return outcome
  }

  #untilRetry(): Promise<void> {
    const { client, signal } = this.#deps
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        stop()
        signal.removeEventListener('abort', finish)
        resolve()
      }
      const timer = setTimeout(finish, RETRY_MS)
      const stop = client.on('connection', ({ isConnected }) => isConnected && finish())
      signal.addEventListener('abort', finish, { once: true })
      if (signal.aborted) finish()
    })
  }
}
