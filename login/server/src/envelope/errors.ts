import { BaseError } from '@bullring/errors/base-error'

/**
 * A record's key is not in the configuration.
 *
 * @remedy Add it after the current one until the rotation has finished.
 */
export class UnknownKekError extends BaseError {
  override readonly name = 'UnknownKekError'
  readonly code = 'envelope.unknown-key'

  constructor(kekId: string) {
    super(`A record needs the key-encryption key "${kekId}", which is not configured.`)
  }
}

/**
 * A record does not open: another key has its key's id, or it belongs to another row.
 *
 * @remedy Restore key or backup.
 */
export class UnreadableRecordError extends BaseError {
  override readonly name = 'UnreadableRecordError'
  readonly code = 'envelope.unreadable-record'

  constructor(options?: ErrorOptions) {
    super('An encrypted record does not open with its key-encryption key.', options)
  }
}
