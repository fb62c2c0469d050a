/** Tables of the relay. */
export type RelayTables = {
  messages: MessageRow
  acknowledgements: AcknowledgementRow
  stored_bytes: StoredBytesRow
}

/** A message until it expires. */
type MessageRow = {
  /** Counts up in publish order. */
  place: number
  topic: Buffer
  /** SHA-256 of the message. */
  id: Buffer
  /** Public key of the client that sent it. */
  publisher: Buffer
  /** Encrypted by the clients. */
  message: string
  attestation: string
  tag: number
  /** Unix milliseconds, as the next one. */
  published_at: number
  expires_at: number
}

/** A client has received a message. */
type AcknowledgementRow = { place: number; client: Buffer }

/** Bytes of the live messages of a client or an IP address. */
type StoredBytesRow = {
  /** Public key of the client, or hash of the address. */
  owner: Buffer
  /** Unix milliseconds. */
  counted_until: number
  bytes: number
}
