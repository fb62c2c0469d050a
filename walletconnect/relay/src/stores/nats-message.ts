import { createHash } from 'node:crypto'
import type { StoredMsg } from '@nats-io/jetstream'
import { headers, type MsgHdrs } from '@nats-io/transport-node'
import { type NewMessage, type StoredMessage, sizeOf } from '../mailboxes.ts'

/** A message with the facts that decide about its delivery. */
export type Entry = { message: StoredMessage; expiresAtMs: number; atMs: number; place: number }

/** One header for everything: each further one costs time to write and to parse. */
const FACTS = 'facts'

/** Data that a node stores with a message. */
export type Facts = {
  /** Node that has stored it. */
  node: string
  publisher: string
  source: string
  size: number
  tag: number
  publishedAtMs: number
  expiresAtMs: number
  attestation: string
}

/** Returns the headers with which a node stores a message. */
export function toHeaders(message: NewMessage, node: string): MsgHdrs {
  const { publisher, source, tag, publishedAtMs, expiresAtMs, attestation } = message
  const numbers = [sizeOf(message), tag, publishedAtMs, expiresAtMs]
  const texts = [node, publisher, source, attestation].map(encodeURIComponent)
  const header = headers()
  header.set(FACTS, [...numbers, ...texts].join(' '))
  return header
}

/** Parses headers written by `toHeaders`. */
export function factsOf(header: MsgHdrs): Facts {
  const values = header.get(FACTS).split(' ')
  const [size = 0, tag = 0, publishedAtMs = 0, expiresAtMs = 0] = values.slice(0, 4).map(Number)
  const texts = values.slice(4).map(decodeURIComponent)
  const [node = '', publisher = '', source = '', attestation = ''] = texts
  return { node, publisher, source, size, tag, publishedAtMs, expiresAtMs, attestation }
}

export function toEntry(topic: string, { header, data, seq, time }: StoredMsg): Entry {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const { publisher, tag, attestation, publishedAtMs, expiresAtMs } = factsOf(header)
  const id = createHash('sha256').update(text).digest('hex')
  return {
    message: { topic, id, publisher, text: text.toString(), tag, attestation, publishedAtMs },
    expiresAtMs,
    atMs: time.getTime(),
    place: seq,
  }
}
