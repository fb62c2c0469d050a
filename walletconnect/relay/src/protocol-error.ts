import { BaseError } from '@bullring/errors/base-error'

/** Codes of the protocol that are both JSON-RPC errors and codes with which a WebSocket is closed. */
export const CLOSE_CODES = {
  /** With another one, clients that are not accepted try again silently. */
  unauthorized: 3_000,
  tooManyRequests: 3_001,
} as const

/** An error that clients receive. */
export abstract class ProtocolError extends BaseError {
  abstract readonly rpcCode: number
  abstract readonly tag: string

  /** `error` of a JSON-RPC response. */
  toJson(): { code: number; message: string; data: string } {
    return { code: this.rpcCode, message: this.message, data: this.tag }
  }
}
