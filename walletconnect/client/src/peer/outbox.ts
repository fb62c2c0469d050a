import type { Publication } from '../relay/relay-client.ts'
import { isFlag, isInteger, isText, objectOf, type ShapeOf } from '../shape.ts'
import { Records, type Storage } from '../storage/storage.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'

const isStaged = objectOf({
  topic: isText,
  message: isText,
  ttl: isInteger,
  tag: isInteger,
  prompt: isFlag,
  expiryMs: isInteger,
})
type Staged = ShapeOf<typeof isStaged>

/** The relay counts the lifetime of a message from when it gets it, so it may be sent late. */
const KEPT_MS = 86_400_000

/** Waits between attempts. A relay that refuses this client may accept it later: its clock is right, or its project known. */
const RETRY_MS = { first: 1_000, longest: 60_000 } as const

type OutboxDeps = {
  storage: Storage
  nowMs: () => number
  publish: (publication: Publication) => Promise<void>
}

/**
 * Messages that must reach the relay even if this page or process ends first. Each is published as the same text until
 * the relay has it, so that the receiver gets it once.
 */
export class Outbox {
  readonly #deps: OutboxDeps
  readonly #staged: Records<Staged>
  #isStopped = false
  /** Functions that end the waits between attempts. */
  readonly #waiting = new Set<() => void>()

  private constructor(deps: OutboxDeps, staged: Records<Staged>) {
    this.#deps = deps
    this.#staged = staged
  }

  static async open(deps: OutboxDeps): Promise<Outbox> {
    return new Outbox(deps, await Records.open(deps.storage, 'outbox', isStaged))
  }

  has(key: string): boolean {
    return this.#staged.get(key) !== undefined
  }

  /** Stores a message. It counts as sent from here on. */
  async stage(key: string, publication: Publication): Promise<void> {
    const expiryMs = this.#deps.nowMs() + KEPT_MS
    await this.#staged.set(key, { ...publication, expiryMs })
  }

  /**
   * Publishes a stored message. Resolves when the relay has it.
   *
   * @throws {WalletConnectError} when the relay refuses this client or cannot be reached, in which case the message is sent
   * later, or when the relay refuses the message itself, which only a later page sends again.
   */
  async deliver(key: string): Promise<void> {
    try {
      await this.#publish(key)
    } catch (error) {
      if (!this.#isStopped && isPassing(error)) void this.#retry(key)
      throw error
    }
  }

  async #publish(key: string): Promise<void> {
    const staged = this.#staged.get(key)
    if (staged === undefined) return
    const { expiryMs, ...publication } = staged
    if (expiryMs > this.#deps.nowMs()) await this.#deps.publish(publication)
    await this.#staged.delete(key)
  }

  /** Ends with success, with the message's time, or when the relay refuses the message. */
  async #retry(key: string): Promise<void> {
    for (let waitMs: number = RETRY_MS.first; ; waitMs = Math.min(2 * waitMs, RETRY_MS.longest)) {
      await this.#wait(waitMs)
      if (this.#isStopped) return
      try {
        return await this.#publish(key)
      } catch (error) {
        if (!isPassing(error)) return
      }
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(end)
        resolve()
      }, ms)
      const end = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#waiting.add(end)
    })
  }

  /** Drops a message that shall not be sent. */
  async drop(key: string): Promise<void> {
    await this.#staged.delete(key)
  }

  /** Publishes the messages that an earlier page has left. */
  resume(): void {
    for (const [key] of this.#staged.all()) this.deliver(key).catch(() => undefined)
  }

  stop(): void {
    this.#isStopped = true
    for (const end of this.#waiting) end()
    this.#waiting.clear()
  }
}

/** The relay may accept the message later: it is this client that it did not serve. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof WalletConnectError)) return false
  return error.code === CODES.relayUnreachable || error.code === CODES.relayRefused
}
