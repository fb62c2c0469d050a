import { NATS_PROGRAM, startNatsServer } from '@bullring/stack/testing/nats-server'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { expect, test } from 'vitest'
import { AGES_S, openStreams, streamOf } from './nats-streams.ts'

const NODES = 12
/** Repetitions: in some of them, the server refuses a node while another creates the same stream. */
const STARTS = 40

test.skipIf(NATS_PROGRAM === null)('nodes that start together open the same streams', async () => {
  const server = await startNatsServer()
  const connections = await Promise.all(
    Array.from({ length: NODES }, () => connect({ servers: server.url })),
  )
  const managers = await Promise.all(connections.map((connection) => jetstreamManager(connection)))
  const limits = { copies: 1, maxPerTopic: 100, receiptBytes: 1_000_000 }
  for (let start = 0; start < STARTS; start += 1) {
    await Promise.all(managers.map((manager) => openStreams(manager, limits)))
    for (const age of AGES_S) {
      await managers[0]?.streams.delete(streamOf('messages', age))
      await managers[0]?.streams.delete(streamOf('receipts', age))
    }
  }
  expect(await managers[0]?.streams.list().next()).toEqual([])
  await Promise.all(connections.map((connection) => connection.close()))
  await server.stop()
})
