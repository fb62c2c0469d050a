import { DeliverPolicy, type JetStreamClient } from '@nats-io/jetstream'
import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node'
import type { Mailboxes } from '../mailboxes.ts'
import { AGES_S, type Age, type Places, streamOf } from './nats-streams.ts'

/** Headers that the server sends at once. */
const MESSAGES_AT_ONCE = 1_000

export type FollowDeps = {
  connection: NatsConnection
  client: JetStreamClient
  /** First place to read in each stream. */
  start: Places
  /** Called for each new message, also those of this node. Returns whether the message is of another node. */
  onMessage: (header: MsgHdrs) => boolean
  /** Called each time the connection is lost. */
  onBreak: () => void
}

type OnTopics = Parameters<Mailboxes['follow']>[0]

/** Follows the headers of all messages, one stream at a time, until `signal` aborts. */
export async function followStreams(
  deps: FollowDeps,
  onTopics: OnTopics,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([
    watchConnection(deps, onTopics, signal),
    ...AGES_S.map((age) => followStream(deps, age, onTopics, signal)),
  ])
}

/** After a reconnect, messages of other nodes may have been missed. */
async function watchConnection(
  { connection, onBreak }: FollowDeps,
  onTopics: OnTopics,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new Promise<null>((resolve) => onAbort(signal, () => resolve(null)))
  const statuses = connection.status()[Symbol.asyncIterator]()
  for (;;) {
    // A status that is awaited cannot be cancelled.
    const next = await Promise.race([statuses.next(), stopped])
    if (next === null || next.done === true) return
    if (next.value.type === 'disconnect') onBreak()
    if (next.value.type === 'reconnect') onTopics(null)
  }
}

async function followStream(
  { client, start, onMessage }: FollowDeps,
  age: Age,
  onTopics: OnTopics,
  signal: AbortSignal,
): Promise<void> {
  const consumer = await client.consumers.get(streamOf('messages', age), {
    headers_only: true,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: start.get(age) ?? 1,
  })
  const messages = await consumer.consume({ max_messages: MESSAGES_AT_ONCE })
  onAbort(signal, () => messages.stop())
  for await (const { subject, headers } of messages) {
    if (headers === undefined || !onMessage(headers)) continue
    const [, , topic = ''] = subject.split('.')
    onTopics([topic])
  }
}

/** Runs a function when the signal aborts, or at once when it has: a node may stop while it starts. */
function onAbort(signal: AbortSignal, run: () => void): void {
  if (signal.aborted) run()
  else signal.addEventListener('abort', run, { once: true })
}
