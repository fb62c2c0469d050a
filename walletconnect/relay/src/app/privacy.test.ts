import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { newTopic, publishing, startTestRelay } from '../testing/start-test-relay.ts'
import { connectClient } from '../testing/test-client.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const TOKEN = 'metrics-token-of-the-tests'

test('what describes a message in clear is neither stored nor logged, and no message is logged', async () => {
  const { db, url, drop } = await createTestDatabase(inject('postgresUrl'))
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const relay = await startTestRelay(
    { variables: { RELAY_DATABASE_URL: url } },
    { log, variables: { METRICS_TOKEN: TOKEN } },
  )
  const client = await connectClient(relay.url)
  const topic = newTopic()
  const secrets = { rpcMethods: ['secret_method'], txHashes: ['0xsecretsignature'] }
  const sent = { ...publishing(topic, 'sealed message'), tvf: secrets, correlationId: 'secret_id' }
  await client.call('irn_publish', sent)
  await client.call('irn_publish', { ...sent, message: 'another sealed message', ...secrets })
  await client.request('irn_publish', { ...sent, ttl: -1 })
  const { rows } = await sql<{ row: string }>`select messages::text as row from messages`.execute(
    db,
  )
  const headers = { authorization: `Bearer ${TOKEN}` }
  const metrics = await (await fetch(`${relay.httpUrl}/metrics`, { headers })).text()
  await client.close()
  await relay.stop()
  await drop()
  expect(rows).toHaveLength(2)
  expect(rows.map(({ row }) => row).join('')).not.toMatch(/secret/)
  expect(metrics).toContain('method="irn_publish",outcome="ok"')
  for (const text of [lines.join(''), metrics]) {
    expect(text).not.toMatch(new RegExp(`secret|sealed|${topic}|${client.identity.did}`))
  }
})

test('a message that has expired is deleted with its acknowledgements', async () => {
  const { db, url, drop } = await createTestDatabase(inject('postgresUrl'))
  let nowMs = Date.now()
  const options = { nowMs: () => nowMs }
  const relay = await startTestRelay({ variables: { RELAY_DATABASE_URL: url } }, options)
  const [app, wallet] = [await connectClient(relay.url), await connectClient(relay.url)]
  const topic = newTopic()
  await wallet.call('irn_subscribe', { topic })
  await app.call('irn_publish', publishing(topic, 'short', { ttl: 60 }))
  await app.call('irn_publish', publishing(topic, 'long', { ttl: 600 }))
  const count = async (table: 'messages' | 'acknowledgements') =>
    (await db.selectFrom(table).select('place').execute()).length
  await expect.poll(() => count('acknowledgements')).toBe(2)
  nowMs += 60_000
  await expect.poll(() => count('messages')).toBe(1)
  expect(await count('acknowledgements')).toBe(1)
  await Promise.all([app.close(), wallet.close()])
  await relay.stop()
  await drop()
})
