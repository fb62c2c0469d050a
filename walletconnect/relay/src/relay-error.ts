import { CLOSE_CODES, ProtocolError } from './protocol-error.ts'

const PAYLOAD = { code: -32_600, kind: 'Invalid payload: ' } as const
const HANDLER = { code: -32_000, kind: 'Request handler error: ' } as const
const INTERNAL = { code: -32_603, kind: 'Internal error: ' } as const

/** Codes and texts of the protocol's reference implementation, by tag. */
const ERRORS = {
  InvalidMethod: { ...PAYLOAD, text: 'Invalid request method' },
  InvalidParams: { ...PAYLOAD, text: 'Invalid request parameters' },
  PayloadSizeExceeded: { ...PAYLOAD, text: 'Payload size exceeded' },
  InvalidTopic: { ...PAYLOAD, text: 'Topic decoding failed' },
  InvalidRequestId: { ...PAYLOAD, text: 'Invalid request ID' },
  InvalidJsonRpcVersion: { ...PAYLOAD, text: 'Invalid JSON RPC version' },
  BatchLimitExceeded: { ...PAYLOAD, text: 'The batch contains too many items' },
  BatchEmpty: { ...PAYLOAD, text: 'The batch contains no items' },
  Serialization: { ...PAYLOAD, text: 'Failed to deserialize request' },
  TtlTooShort: { ...HANDLER, text: 'TTL too short' },
  TtlTooLong: { ...HANDLER, text: 'TTL too long' },
  MailboxLimitExceeded: { ...HANDLER, text: 'Mailbox limit exceeded' },
  SubscriberLimitExceeded: { ...HANDLER, text: 'Subscriber limit exceeded' },
  StorageError: { ...INTERNAL, text: 'Storage operation failed' },
  Unknown: { ...INTERNAL, text: 'Internal error' },
  TooManyRequests: { code: CLOSE_CODES.tooManyRequests, kind: '', text: 'Too many requests' },
} as const

export type ErrorTag = keyof typeof ERRORS

/**
 * A call with the protocol's tag as `data`: -32600 malformed, -32000 not servable, 3001 too many (closes a
 * socket over 12,000 frames a minute), -32603 store failed.
 */
export class RelayError extends ProtocolError {
  override readonly name = 'RelayError'
  readonly code = 'relay.rejected-call'
  readonly rpcCode: number
  readonly tag: ErrorTag

  constructor(tag: ErrorTag, options?: ErrorOptions) {
    const { code, kind, text } = ERRORS[tag]
    super(`${kind}${text}`, options)
    this.rpcCode = code
    this.tag = tag
  }
}
