import { createHash } from 'node:crypto'
import type { StoredMsg } from '@nats-io/jetstream'
import { headers, type MsgHdrs } from '@nats-io/transport-node'
import { type NewMessage, type StoredMessage, sizeOf } from '../mailboxes.ts'

/** A message with what decides about its delivery. */
export type Entry = { message: StoredMessage; expiresAtMs: number; atMs: number; place: number }

/** Returns the headers with which a node stores a message. */
export function toHeaders(message: NewMessage, node: string): MsgHdrs {
  const header = headers()
  header.set('node', node)
  header.set('publisher', message.publisher)
  header.set('source', message.source)
  header.set('size', `${sizeOf(message)}`)
  header.set('tag', `${message.tag}`)
  // A header cannot contain line breaks.
  header.set('attestation', encodeURIComponent(message.attestation))
  header.set('published', `${message.publishedAtMs}`)
  header.set('expires', `${message.expiresAtMs}`)
  return header
}

export function toEntry(topic: string, { header, data, seq, time }: StoredMsg): Entry {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return {
    message: {
      topic,
      id: createHash('sha256').update(text).digest('hex'),
      publisher: header.get('publisher'),
      text: text.toString(),
      tag: Number(header.get('tag')),
      attestation: decodeURIComponent(header.get('attestation')),
      publishedAtMs: Number(header.get('published')),
    },
    expiresAtMs: expiryOf(header),
    ...{ atMs: time.getTime(), place: seq },
  }
}

export function expiryOf(header: MsgHdrs): number {
  return Number(header.get('expires'))
}
