import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '@bullring/server/db/open-database'
import { type Kysely, sql } from 'kysely'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * The least that a relay of this protocol does with a message: parse, store durably, reply, push, and record the receipt. It has
 * no signatures, limits, schemas, metrics, duplicates, expiry or further nodes, and reads nothing back. The benchmark compares
 * the relay with it.
 *
 * Arguments: the URL of its database, or `memory`.
 */

type Message = { topic: string; id: string; text: string; tag: number; publisher: WebSocket }
type Receipt = { topic: string; id: string; client: number }
type Frame = { id: number; method?: string; params: Record<string, unknown> }

const [, , databaseUrl = 'memory'] = process.argv
const db: Kysely<unknown> | null =
  databaseUrl === 'memory'
    ? null
    : openDatabase({
        url: databaseUrl,
        applicationName: 'reference-relay',
        onIdleError: () => undefined,
      })

/** Stored messages, without a database. */
const mailboxes = new Map<string, Map<string, Message>>()
const subscribers = new Map<string, WebSocket[]>()
/** Pushed messages of each socket, until they are acknowledged. */
const pushed = new Map<WebSocket, Map<number, Receipt>>()
let lastId = Date.now() * 1_000
let sockets = 0

if (db !== null) {
  await sql`create table reference_messages (topic bytea, id bytea, message text, tag int8, published_at int8,
    primary key (topic, id))`.execute(db)
  await sql`create table reference_receipts (topic bytea, id bytea, client int8, primary key (topic, id, client))`.execute(
    db,
  )
}

/** Writes items in groups: while one is being written, the next one grows. */
function inGroups<item>(
  write: (items: readonly item[]) => Promise<unknown>,
  then: (item: item) => void,
): (item: item) => void {
  let waiting: item[] = []
  let isWriting = false
  const writeAll = async () => {
    isWriting = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await write(group)
      for (const item of group) then(item)
    }
    isWriting = false
  }
  return (item) => {
    waiting.push(item)
    if (!isWriting) void writeAll()
  }
}

async function insertMessages(messages: readonly Message[]): Promise<void> {
  if (db === null) {
    for (const message of messages) mailboxOf(message.topic).set(message.id, message)
    return
  }
  const rows = messages.map(({ topic, id, text, tag }) => ({ topic, id, text, tag }))
  await sql`insert into reference_messages select decode(topic, 'hex'), decode(id, 'hex'), "text", tag, ${Date.now()}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (topic text, id text, "text" text, tag int8)`.execute(
    db,
  )
}

async function insertReceipts(receipts: readonly Receipt[]): Promise<void> {
  if (db === null) {
    for (const { topic, id } of receipts) mailboxOf(topic).delete(id)
    return
  }
  // A receipt that is lost in a crash repeats a message, as in the relay.
  await sql`with options as materialized (select set_config('synchronous_commit', 'off', true))
    insert into reference_receipts select decode(topic, 'hex'), decode(id, 'hex'), client
    from options, json_to_recordset(${JSON.stringify(receipts)}::json) as r (topic text, id text, client int8)`.execute(
    db,
  )
}

function mailboxOf(topic: string): Map<string, Message> {
  const mailbox = mailboxes.get(topic) ?? new Map<string, Message>()
  mailboxes.set(topic, mailbox)
  return mailbox
}

const replies = new Map<Message, number>()
const publish = inGroups<Message>(insertMessages, (message) => {
  const { topic, id, text, tag, publisher } = message
  publisher.send(JSON.stringify({ id: replies.get(message), jsonrpc: '2.0', result: true }))
  replies.delete(message)
  for (const socket of subscribers.get(topic) ?? []) {
    if (socket === publisher) continue
    lastId += 1
    pushed.get(socket)?.set(lastId, { topic, id, client: clients.get(socket) ?? 0 })
    const data = { topic, message: text, publishedAt: Date.now(), tag }
    const params = { id: createHash('sha256').update(topic).digest('hex'), data }
    socket.send(JSON.stringify({ id: lastId, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }
})
const acknowledge = inGroups<Receipt>(insertReceipts, () => undefined)
const clients = new Map<WebSocket, number>()

function receive(socket: WebSocket, { id, method, params }: Frame): void {
  if (method === undefined) {
    const receipt = pushed.get(socket)?.get(id)
    if (receipt === undefined) return
    pushed.get(socket)?.delete(id)
    acknowledge(receipt)
  } else if (method === 'irn_publish') {
    const text = String(params['message'])
    const message = {
      topic: String(params['topic']),
      id: createHash('sha256').update(text).digest('hex'),
      text,
      tag: Number(params['tag']),
      publisher: socket,
    }
    replies.set(message, id)
    publish(message)
  } else if (method === 'irn_batchSubscribe') {
    const topics = params['topics'] as readonly string[]
    for (const topic of topics) subscribers.set(topic, [...(subscribers.get(topic) ?? []), socket])
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: topics }))
  }
}

const server = createServer()
const socketServer = new WebSocketServer({ server, perMessageDeflate: false })
socketServer.on('connection', (socket) => {
  sockets += 1
  clients.set(socket, sockets)
  pushed.set(socket, new Map())
  socket.on('message', (data) => receive(socket, JSON.parse(String(data)) as Frame))
  socket.on('close', () => {
    clients.delete(socket)
    pushed.delete(socket)
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ kind: 'ready', url: `http://127.0.0.1:${port}` })
})
process.once('SIGTERM', () => process.exit())
