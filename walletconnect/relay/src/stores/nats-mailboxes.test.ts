import { hash, randomUUID } from 'node:crypto'
import { NATS_PROGRAM, startNatsServer } from '@bullring/stack/testing/nats-server'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailboxes } from '../app/open-mailboxes.ts'
import { parseConfig } from '../config.ts'
import type { Mailboxes, NewMessage } from '../mailboxes.ts'
import { newTopic, openTestStore, type TestStore } from '../testing/start-test-relay.ts'
import { AGES_S, streamOf } from './nats-streams.ts'

const natsTest = test.skipIf(NATS_PROGRAM === null)
const HOUR_S = 3_600
const MIB = 1_024 * 1_024
const LOG = pino({ level: 'silent' })

let store: TestStore
let nodes: Mailboxes[]

beforeAll(async () => {
  if (NATS_PROGRAM === null) return
  store = await openTestStore('nats', '')
  const open = () => openMailboxes(parseConfig(store.variables), LOG, Date.now)
  nodes = [await open(), await open()]
})
afterAll(async () => {
  if (NATS_PROGRAM === null) return
  await Promise.all(nodes.map((node) => node.close()))
  await store.drop()
})

function newMessage(topic: string): NewMessage {
  const text = randomUUID()
  const publishedAtMs = Date.now()
  return {
    topic,
    id: hash('sha256', text),
    publisher: 'app',
    source: '',
    text,
    tag: 1,
    attestation: '',
    publishedAtMs,
    expiresAtMs: publishedAtMs + HOUR_S * 1_000,
  }
}

/** Reads what the server has of the receipts, by the age of their stream. */
async function receiptStreams() {
  const connection = await connect({ servers: store.variables['RELAY_NATS_URLS'] ?? '' })
  const manager = await jetstreamManager(connection)
  const streams = AGES_S.map(async (age) => {
    const { config, state } = await manager.streams.info(streamOf('receipts', age))
    return { age, maxBytes: config.max_bytes, count: state.messages }
  })
  return await Promise.all(streams).finally(() => connection.drain())
}

natsTest('stores receipts of messages that it has, and of no others', async () => {
  const [first, second] = nodes
  const topic = newTopic()
  const message = newMessage(topic)
  await first?.publish([message])
  const unknown = [topic, ...Array.from({ length: 100 }, newTopic)].map((of) => ({
    client: 'wallet',
    topic: of,
    id: hash('sha256', of),
  }))
  await first?.acknowledge(unknown)
  await second?.acknowledge(unknown)
  const counts = async () => (await receiptStreams()).map(({ age, count }) => [age, count])
  const none = AGES_S.map((age) => [age, 0])
  expect(await counts()).toEqual(none)
  // The other node has neither stored nor delivered the message.
  const receipt = { client: 'wallet', topic, id: message.id }
  await second?.acknowledge([receipt, receipt])
  expect(await counts()).toEqual(none.map(([age]) => [age, age === HOUR_S ? 1 : 0]))
  const read = { client: 'wallet', topics: [topic], limit: 10, maxBytes: 1_000 }
  expect(await first?.read(read)).toEqual({ messages: [], hasMore: false })
})

natsTest('error: a message that the server refuses fails alone', async () => {
  const [node] = nodes
  const good = newMessage(newTopic())
  const huge = { ...newMessage(newTopic()), text: 'x'.repeat(2 * MIB) }
  expect(await node?.publish([huge, good])).toEqual(['failed', 'stored'])
  await expect(node?.publish([huge])).rejects.toThrow()
})

/** A configuration with other storage for receipts. */
function withReceipts(receiptBytes: number, variables: Readonly<Record<string, string>>) {
  const config = parseConfig(variables)
  if (config.store.kind !== 'nats') throw new Error('The store is not NATS')
  return { ...config, store: { ...config.store, receiptBytes } }
}

natsTest('reserves the configured storage for receipts, also when it has changed', async () => {
  const reserved = async () => {
    const streams = await receiptStreams()
    return streams.reduce((sum, { maxBytes }) => sum + maxBytes, 0)
  }
  expect(await reserved()).toBe(256 * MIB)
  const node = await openMailboxes(withReceipts(8 * MIB, store.variables), LOG, Date.now)
  expect(await reserved()).toBe(8 * MIB)
  await node.close()
})

natsTest('error: the server has less storage than the receipts need', async () => {
  const server = await startNatsServer({ fileBytes: 16 * MIB })
  const variables = { RELAY_NATS_URLS: server.url }
  const opening = openMailboxes(parseConfig(variables), LOG, Date.now)
  await expect(opening).rejects.toThrow(/256 MiB.*max_file_store/)
  const node = await openMailboxes(withReceipts(8 * MIB, variables), LOG, Date.now)
  const message = newMessage(newTopic())
  expect(await node.publish([message])).toEqual(['stored'])
  await node.close()
  await server.stop()
})
