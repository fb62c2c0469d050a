import { hexToBytes } from '@noble/hashes/utils'
import type { KeyChain } from '../crypto/key-chain.ts'
import type { Deadlines } from '../deadlines.ts'
import { isInteger, isText, listOf, objectOf, type ShapeOf } from '../shape.ts'
import { Records, type Storage } from '../storage/storage.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'

const isPairing = objectOf({ expiryMs: isInteger, methods: listOf(isText) })
type Pairing = ShapeOf<typeof isPairing>

export type PairingDeps = {
  storage: Storage
  keyChain: KeyChain
  deadlines: Deadlines
  nowMs: () => number
  subscribe: (topics: readonly string[]) => Promise<void>
  unsubscribe: (topic: string) => Promise<void>
}

/** Topics on which an app and a wallet find each other, until they have a session. */
export class Pairings {
  readonly #deps: PairingDeps
  readonly #pairings: Records<Pairing>

  private constructor(deps: PairingDeps, pairings: Records<Pairing>) {
    this.#deps = deps
    this.#pairings = pairings
  }

  static async open(deps: PairingDeps): Promise<Pairings> {
    return new Pairings(deps, await Records.open(deps.storage, 'pairing', isPairing))
  }

  topics(): string[] {
    return this.#pairings.all().map(([topic]) => topic)
  }

  has(topic: string): boolean {
    return this.#pairings.get(topic) !== undefined
  }

  /** Returns the methods that the pairing's link announces. */
  methods(topic: string): readonly string[] {
    return this.#pairings.get(topic)?.methods ?? []
  }

  /** Starts the timers of stored pairings, and deletes expired ones. */
  resume(): void {
    for (const [topic, { expiryMs }] of this.#pairings.all()) this.#expire(topic, expiryMs)
  }

  /**
   * Subscribes to a pairing's topic.
   *
   * @throws {WalletConnectError} when it has expired.
   */
  async add(symKey: string, expiryMs: number, methods: readonly string[] = []): Promise<string> {
    if (expiryMs <= this.#deps.nowMs()) {
      throw new WalletConnectError(CODES.expired, 'This pairing link has expired.')
    }
    const topic = await this.#deps.keyChain.addSymKey(hexToBytes(symKey))
    await this.#pairings.set(topic, { expiryMs, methods: [...methods] })
    this.#expire(topic, expiryMs)
    // Messages wait in the mailbox, so there is no need to wait for the subscription.
    this.#deps.subscribe([topic]).catch(() => undefined)
    return topic
  }

  async delete(topic: string): Promise<void> {
    this.#deps.deadlines.delete(`pairing:${topic}`)
    await this.#pairings.delete(topic)
    await this.#deps.unsubscribe(topic)
    await this.#deps.keyChain.deleteSymKey(topic)
  }

  #expire(topic: string, expiryMs: number): void {
    this.#deps.deadlines.set(`pairing:${topic}`, expiryMs, () => void this.delete(topic))
  }
}
