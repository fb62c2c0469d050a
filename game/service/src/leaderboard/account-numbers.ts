import { randomBytes } from 'node:crypto'
import { toAddress } from '@bullring/server/db/bytes'
import type { Address } from 'viem'

export const ADDRESS_BYTES = 20

/** Words of 4 bytes in an address. */
const WORDS = 5

/**
 * Numbers accounts from 0 in the order they are added: sums of several windows are held by these numbers. Addresses are
 * in typed arrays, which cost the garbage collector nothing.
 */
export class AccountNumbers {
  #size = 0
  #words = new Uint32Array(1_024 * WORDS)
  /** A hash table with a power of two of slots: number + 1, or 0. */
  #slots = new Uint32Array(2_048)
  /** Random, so that no one can choose addresses that meet in a slot. */
  readonly #factors = Array.from({ length: WORDS }, () => randomBytes(4).readInt32LE() | 1)

  get size(): number {
    return this.#size
  }

  /** Returns the number of the account whose address is at this byte; -1 for an unknown one. */
  find(bytes: DataView, at = 0): number {
    return (this.#slots[this.#slotOf(bytes, at)] ?? 0) - 1
  }

  /** Returns the number of the account whose address is at this byte, a new one for an unknown account. */
  add(bytes: DataView, at = 0): number {
    const slot = this.#slotOf(bytes, at)
    const known = this.#slots[slot] ?? 0
    if (known > 0) return known - 1
    const number = this.#size
    for (let word = 0; word < WORDS; word += 1) {
      this.#words[number * WORDS + word] = bytes.getUint32(at + word * 4)
    }
    this.#size += 1
    this.#slots[slot] = this.#size
    if (this.#size * WORDS === this.#words.length) this.#grow()
    return number
  }

  /** Returns the address of a number. */
  addressOf(number: number): Address {
    const bytes = Buffer.alloc(ADDRESS_BYTES)
    for (let word = 0; word < WORDS; word += 1) {
      bytes.writeUInt32BE(this.#words[number * WORDS + word] ?? 0, word * 4)
    }
    return toAddress(bytes)
  }

  /** Negative where the address of `a` is lower. */
  compare(a: number, b: number): number {
    for (let word = 0; word < WORDS; word += 1) {
      const difference = (this.#words[a * WORDS + word] ?? 0) - (this.#words[b * WORDS + word] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  }

  /** The slot of the address, or the free one for it. */
  #slotOf(bytes: DataView, at: number): number {
    const last = this.#slots.length - 1
    let hash = 0
    for (let word = 0; word < WORDS; word += 1) {
      hash = (hash + Math.imul(bytes.getInt32(at + word * 4), this.#factors[word] ?? 1)) | 0
    }
    let slot = (hash ^ (hash >>> 15)) & last
    for (;;) {
      const known = this.#slots[slot] ?? 0
      if (known === 0 || this.#isAt(known - 1, bytes, at)) return slot
      slot = (slot + 1) & last
    }
  }

  #isAt(number: number, bytes: DataView, at: number): boolean {
    for (let word = 0; word < WORDS; word += 1) {
      if (this.#words[number * WORDS + word] !== bytes.getUint32(at + word * 4)) return false
    }
    return true
  }

  #grow(): void {
    const words = new Uint32Array(this.#words.length * 2)
    words.set(this.#words)
    this.#words = words
    const addresses = new DataView(new ArrayBuffer(ADDRESS_BYTES))
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let number = 0; number < this.#size; number += 1) {
      for (let word = 0; word < WORDS; word += 1) {
        addresses.setUint32(word * 4, words[number * WORDS + word] ?? 0)
      }
      this.#slots[this.#slotOf(addresses, 0)] = number + 1
    }
  }
}
