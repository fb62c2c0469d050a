import { CODES, WalletConnectError } from '../errors/walletconnect-error.ts'
import type { Publication } from '../relay/relay-client.ts'
import { isFlag, isInteger, isText, objectOf, type ShapeOf } from '../shape/shape.ts'
import { Records, type Storage } from '../storage/storage.ts'

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
   * @throws {WalletConnectError} when the relay refuses it or cannot be reached. The message is sent later in that case.
   */
  async deliver(key: string): Promise<void> {
    try {
      await this.#publish(key)
    } catch (error) {
      if (isUnreachable(error)) void this.#retry(key)
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

  async #retry(key: string): Promise<void> {
    while (!this.#isStopped) {
      try {
        return await this.#publish(key)
      } catch (error) {
        if (!isUnreachable(error)) return
      }
    }
  }

  /** Drops a message that shall not be sent. */
  async drop(key: string): Promise<void> {
    await this.#staged.delete(key)
  }

  /** Publishes what an earlier page has left. */
  resume(): void {
    for (const [key] of this.#staged.all()) this.deliver(key).catch(() => undefined)
  }

  stop(): void {
    this.#isStopped = true
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof WalletConnectError && error.code === CODES.relayUnreachable
}
