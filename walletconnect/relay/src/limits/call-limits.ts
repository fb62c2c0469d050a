import { RateLimiter } from '@bullring/server/http/rate-limit'
import { HeldCounts } from '@bullring/server/limits/held-counts'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import { isThisMachine } from './caller-address.ts'

/** Rates per minute, by client and by IP address, and the number of open sockets and HTTP calls of an address. */
export type CallLimitOptions = {
  calls: { perClient: number; perIp: number }
  /** Everything that a client sends, valid or not. */
  frames: { perClient: number; perIp: number }
  socketsPerIp: number
  /** At this node. */
  httpCallsPerIp: number
  /** Counts addresses for all nodes together. */
  limits: LimitFactory
  nowMs: () => number
}

/** Sender of a frame. */
export type Sender = { client: { key: string }; ip: string }

/** A longer frame counts as several. */
const BYTES_PER_FRAME = 16_384

/** A handshake costs the verification of a signature. */
const FRAMES_PER_HANDSHAKE = 10

/**
 * Limits the calls of one client and one IP address. Programs on this machine are limited as clients only. Clients are
 * counted by each node: a client that needs more could make itself another key, and one with thousands of topics
 * subscribes to all of them at once.
 */
export class CallLimits {
  readonly #options: CallLimitOptions
  readonly #calls: Limits
  readonly #frames: Limits
  readonly #sockets: HeldCounts
  readonly #httpCalls: HeldCounts

  constructor(options: CallLimitOptions) {
    this.#options = options
    const { limits } = options
    this.#calls = limitsOf(limits, 'calls', options.calls)
    this.#frames = limitsOf(limits, 'frames', options.frames)
    this.#sockets = limits.heldCounts('sockets', options.socketsPerIp)
    this.#httpCalls = new HeldCounts(options.httpCallsPerIp)
  }

  /** Counts a call, as several if it is for many topics. Returns false when the caller has to wait. */
  allowsCall({ client, ip }: Sender, count: number): boolean {
    return this.#allows(this.#calls, count, ip, client.key)
  }

  /** Counts a frame before it is parsed. Returns false when the sender has sent too many. */
  allowsFrame({ client, ip }: Sender, length: number): boolean {
    return this.#allows(this.#frames, 1 + Math.floor(length / BYTES_PER_FRAME), ip, client.key)
  }

  /** Takes back the count of a frame that the relay has caused: the acknowledgement of a push. */
  returnFrame({ client, ip }: Sender): void {
    this.#frames.ofClients.giveBack(client.key)
    this.#frames.ofIps.giveBack(ip)
  }

  /** Counts a socket until `returnSocket`. Returns false when the address has too many, or has to wait. */
  takeSocket(ip: string): boolean {
    return this.#open(this.#sockets, ip)
  }

  /** Takes back the count of a socket that is closed. */
  returnSocket(ip: string): void {
    this.#sockets.remove(ip)
  }

  /** Counts a call by HTTP until `returnHttpCall`. Returns false when the address has too many, or has to wait. */
  takeHttpCall(ip: string): boolean {
    return this.#open(this.#httpCalls, ip)
  }

  /** Takes back the count of a call by HTTP that has its response. */
  returnHttpCall(ip: string): void {
    this.#httpCalls.remove(ip)
  }

  /** Counts open sockets, with the handshake or the token of a single HTTP request. */
  #open(counts: HeldCounts, ip: string): boolean {
    if (!isThisMachine(ip) && !counts.hasRoom(ip)) return false
    if (!this.#allows(this.#frames, FRAMES_PER_HANDSHAKE, ip)) return false
    counts.add(ip)
    return true
  }

  #allows({ ofClients, ofIps }: Limits, count: number, ip: string, client?: string): boolean {
    const now = this.#options.nowMs()
    if (client !== undefined && !ofClients.allows(client, now, count)) return false
    return isThisMachine(ip) || ofIps.allows(ip, now, count)
  }
}

type Limits = { ofClients: RateLimiter; ofIps: RateLimiter }

function limitsOf(
  limits: LimitFactory,
  name: string,
  { perClient, perIp }: { perClient: number; perIp: number },
): Limits {
  return {
    ofClients: new RateLimiter(perClient),
    ofIps: limits.rateLimiter(name, perIp),
  }
}
