/** Capacity of one process of the relay, and limits on its clients. */
export type RelayLimits = {
  sockets: number
  socketsPerIp: number
  /** Per minute. */
  calls: { perClient: number; perIp: number }
  /** Everything that a client sends, per minute. */
  frames: { perClient: number; perIp: number }
  topicsPerSocket: number
  /** Subscriptions of all sockets. */
  topics: number
  messagesPerTopic: number
  messageBytes: number
  /** Bytes of incomplete and unwritten messages of all sockets. */
  pendingBytes: number
  /** Bytes of live messages. */
  bytes: { perClient: number; perIp: number }
}

const MIB = 1_024 * 1_024

/** A wallet sends a few calls a minute: a busy client stays far below these, and an attacker cannot take the relay from others. */
export const RELAY_LIMITS: RelayLimits = {
  // About 1 GiB of memory together with their subscriptions.
  sockets: 10_000,
  // Visitors of one office or of one provider's gateway.
  socketsPerIp: 200,
  calls: { perClient: 6_000, perIp: 60_000 },
  // A call has a response, so twice the calls.
  frames: { perClient: 12_000, perIp: 120_000 },
  topicsPerSocket: 5_000,
  // About 330 bytes of memory each.
  topics: 1_000_000,
  messagesPerTopic: 1_000,
  // NATS needs a `max_payload` of 64 KiB more.
  messageBytes: MIB / 2,
  // Checked each second: a process has room for what the line carries in that time.
  pendingBytes: 256 * MIB,
  bytes: { perClient: 64 * MIB, perIp: 256 * MIB },
}
