import { BaseError } from '@bullring/errors/base-error'

/**
 * NATS has less storage than the relay's streams reserve.
 *
 * @remedy Raise `max_file_store`, or free other streams.
 */
export class NatsStorageTooSmallError extends BaseError {
  override readonly name = 'NatsStorageTooSmallError'
  readonly code = 'relay.nats-storage-too-small'

  constructor(options?: ErrorOptions) {
    super(
      'The NATS server has less storage left than the 256 MiB that the relay reserves for acknowledgements. Raise its max_file_store.',
      options,
    )
  }
}
