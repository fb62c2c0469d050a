import { hash } from 'node:crypto'
import { type NewMessage, sizeOf } from '../mailboxes.ts'
import { isThisMachine } from './caller-address.ts'

/** Bytes that live messages of one client, and from one IP address, may take. */
export type ByteLimits = { perClient: number; perIp: number }

const SOURCE_DIGITS = 32

/** Returns the key of an address among stored messages; empty for this machine, which is limited by client only. */
export function sourceOf(ip: string): string {
  return isThisMachine(ip) ? '' : hash('sha256', ip).slice(0, SOURCE_DIGITS)
}

const MINUTE_MS = 60_000

/** Bucket sizes by the lifetime of a message up to which each is used. */
const SLOTS = [
  { lifetimeMs: 60 * MINUTE_MS, slotMs: MINUTE_MS },
  { lifetimeMs: 1_440 * MINUTE_MS, slotMs: 15 * MINUTE_MS },
] as const
const LONGEST_SLOT_MS = 360 * MINUTE_MS

/** Fields that decide against which limits a message counts, and for how long. */
export type Counted = Pick<NewMessage, 'publisher' | 'source' | 'publishedAtMs' | 'expiresAtMs'>

/** Returns until when a message counts: its expiry, rounded up, so that an owner has few of these times. */
export function countedUntilMs({
  publishedAtMs,
  expiresAtMs,
}: Pick<Counted, 'publishedAtMs' | 'expiresAtMs'>): number {
  const lifetimeMs = expiresAtMs - publishedAtMs
  const slotMs = SLOTS.find((slot) => lifetimeMs <= slot.lifetimeMs)?.slotMs ?? LONGEST_SLOT_MS
  return Math.ceil(expiresAtMs / slotMs) * slotMs
}

/** Counts the bytes of live messages in this process. */
export class StoredBytes {
  readonly #limits: ByteLimits
  /** Bytes by client or source, and by the time until which they count. */
  readonly #owners = new Map<string, Map<number, number>>()

  constructor(limits: ByteLimits) {
    this.#limits = limits
  }

  /** Returns whether client and address of a message may store it. */
  hasRoom(message: NewMessage, nowMs: number): boolean {
    const { publisher, source } = message
    const size = sizeOf(message)
    if (this.#of(publisher, nowMs) + size > this.#limits.perClient) return false
    return source === '' || this.#of(source, nowMs) + size <= this.#limits.perIp
  }

  add(message: NewMessage): void {
    this.addSize(message, sizeOf(message))
  }

  remove(message: NewMessage): void {
    this.addSize(message, -sizeOf(message))
  }

  /** Counts a message of which only the size is known. */
  addSize(message: Counted, size: number): void {
    const untilMs = countedUntilMs(message)
    for (const owner of [message.publisher, message.source]) {
      if (owner === '') continue
      const bytes = this.#owners.get(owner) ?? new Map<number, number>()
      bytes.set(untilMs, (bytes.get(untilMs) ?? 0) + size)
      this.#owners.set(owner, bytes)
    }
  }

  /** Forgets expired messages. */
  sweep(nowMs: number): void {
    for (const [owner, bytes] of this.#owners) {
      for (const untilMs of bytes.keys()) if (untilMs <= nowMs) bytes.delete(untilMs)
      if (bytes.size === 0) this.#owners.delete(owner)
    }
  }

  #of(owner: string, nowMs: number): number {
    let sum = 0
    for (const [untilMs, bytes] of this.#owners.get(owner) ?? []) if (untilMs > nowMs) sum += bytes
    return sum
  }
}
