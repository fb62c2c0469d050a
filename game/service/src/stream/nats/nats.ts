import { copiesAt } from '@bullring/server/nats/copies'
import { keepStream } from '@bullring/server/nats/keep-stream'
import { natsServers } from '@bullring/server/nats/nats-servers'
import { DiscardPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection, nanos } from '@nats-io/transport-node'
import { traceSend } from './step-spans.ts'

/** A lost connection is noticed after three of these at most. */
const PING_MS = 2_000
const RECONNECT_MS = 500
const TIMEOUT_MS = 5_000

/** The connection of a process to NATS, opened when it is first used. */
export type Nats = {
  /** Rejects while no server responds. */
  connection: () => Promise<NatsConnection>
  /** Servers that keep each step. */
  copies: number
  close: () => Promise<void>
}

/**
 * @param servers - URLs of a cluster.
 * @param onDisconnect - Called when an open connection breaks; it is opened again without a call.
 */
export function openNats(
  servers: readonly string[],
  onDisconnect: () => void = () => undefined,
): Nats {
  let opening: Promise<NatsConnection> | null = null
  const open = () => {
    const connecting = connect({
      ...natsServers(servers),
      name: 'bullring-game',
      timeout: TIMEOUT_MS,
      pingInterval: PING_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
    })
    connecting
      .then((connection) => watchBreaks(connection, onDisconnect))
      .catch(() => {
        opening = null
      })
    return connecting
  }
  return {
    connection: () => {
      opening ??= open()
      return opening
    },
    copies: copiesAt(servers),
    close: async () => {
      const connection = await opening?.catch(() => null)
      await connection?.close()
    },
  }
}

/** Resolves when the connection is closed. */
async function watchBreaks(connection: NatsConnection, onDisconnect: () => void): Promise<void> {
  for await (const { type } of connection.status()) if (type === 'disconnect') onDisconnect()
}

/** Subjects and stream of the steps of one journal. */
export type Channel = {
  stream: string
  subject: string
  /** Reports that steps are published, even when none are. Not stored. */
  aliveSubject: string
  /** Subject of the progress that the leader reports. Not stored. */
  progressSubject: string
}

/** @param journalId - Another database, or one that was set up again, has another one. */
export function channelOf(chainId: number, symbol: string, journalId: string): Channel {
  const parts = ['bullring', 'game', chainId, symbol, journalId]
  const subject = parts.join('.')
  return {
    stream: parts.join('_'),
    subject: `${subject}.steps`,
    aliveSubject: `${subject}.alive`,
    progressSubject: `${subject}.index`,
  }
}

/** Clients that reconnect later than this load everything. */
const MAX_AGE_MS = 600_000
const MAX_STEPS = 5_000

/** Creates the stream of a channel, or adapts it. */
export async function openStream(
  connection: NatsConnection,
  channel: Channel,
  copies: number,
): Promise<void> {
  const { streams } = await jetstreamManager(connection)
  await keepStream(streams, {
    name: channel.stream,
    subjects: [channel.subject],
    max_age: nanos(MAX_AGE_MS),
    max_msgs: MAX_STEPS,
    discard: DiscardPolicy.Old,
    num_replicas: copies,
    allow_direct: true,
  })
}

/** Publishes a step once, also when it is sent again. Resolves when it is stored. */
export async function publishStep(
  connection: NatsConnection,
  channel: Channel,
  { position, text }: { position: number; text: string },
): Promise<void> {
  const options = { msgID: `${position}`, timeout: TIMEOUT_MS }
  await traceSend((headers) =>
    jetstream(connection).publish(channel.subject, text, {
      ...options,
      ...(headers && { headers }),
    }),
  )
}

/** Returns the text of the last step; null without any. */
export async function lastStep(
  connection: NatsConnection,
  channel: Channel,
): Promise<string | null> {
  const { streams } = await jetstreamManager(connection)
  // Not direct: that may read a copy which lacks the newest steps.
  const last = await streams.getMessage(channel.stream, { last_by_subj: channel.subject })
  return last?.string() ?? null
}

/** Deletes all steps. */
export async function deleteSteps(connection: NatsConnection, channel: Channel): Promise<void> {
  const { streams } = await jetstreamManager(connection)
  await streams.purge(channel.stream)
}
