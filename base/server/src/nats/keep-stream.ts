import { JetStreamApiError, type StreamAPI, type StreamConfig } from '@nats-io/jetstream'

/** Another configuration, or subjects of a stream that another node is creating at this moment. */
const IS_THERE: readonly number[] = [10_058, 10_065]

/**
 * Creates a stream of JetStream, or gives the existing one this configuration. Several nodes may do so at once.
 *
 * @throws {JetStreamApiError} when the server refuses it.
 */
export async function keepStream(
  streams: StreamAPI,
  config: Partial<StreamConfig> & { name: string },
): Promise<void> {
  try {
    await streams.add(config)
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || !IS_THERE.includes(error.code)) throw error
    await streams.update(config.name, config)
  }
}
