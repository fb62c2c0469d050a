import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { copyIn } from './copy-in.ts'
import { openDatabase, openPool } from './open-database.ts'

/** Message of the server once it can take the next statement. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** Delays READY, as a busy server does after an error, which it sends at once. */
function delayReady(): Transform {
  return new Transform({
    transform(chunk: Buffer, _, callback) {
      const isReady = chunk.subarray(-READY.length).equals(READY)
      if (!isReady) return callback(null, chunk)
      this.push(chunk.subarray(0, -READY.length))
      setTimeout(() => callback(null, READY), 50)
    },
  })
}

/** Forwards connections to the server of `url`, until they are frozen. */
async function startProxy(url: string) {
  const target = new URL(url)
  const [host, port] = [target.hostname, Number(target.port)]
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const upstream = connect(port, host)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.pipe(upstream).pipe(delayReady()).pipe(client)
    sockets.push(client, upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  target.port = `${(server.address() as AddressInfo).port}`
  return {
    url: target.href,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('gives up a frozen connection, and opens another one', async () => {
  using proxy = await startProxy(inject('postgresUrl'))
  const db = openDatabase<object>({
    url: proxy.url,
    applicationName: 'test',
    onIdleError: () => undefined,
    maxConnections: 1,
    timeoutMs: 2_000,
  })
  await sql`select 1`.execute(db)
  proxy.freeze()
  await expect(sql`select 1`.execute(db)).rejects.toThrow('timeout')
  await expect.poll(() => sql`select 1`.execute(db).then(({ rows }) => rows.length)).toBe(1)
  await db.destroy()
})

test('gives up a COPY on a frozen connection, and opens another one', async () => {
  using proxy = await startProxy(inject('postgresUrl'))
  const onIdleError = () => undefined
  const pool = openPool({
    url: proxy.url,
    applicationName: 'test',
    onIdleError,
    maxConnections: 1,
    timeoutMs: 2_000,
  })
  const client = await pool.connect()
  await client.query('create temporary table copied (id int)')
  await copyIn(client, 'copied', { columns: ['id'], lines: '1\n2\n' })
  expect((await client.query('select id from copied')).rows).toEqual([{ id: 1 }, { id: 2 }])
  proxy.freeze()
  await expect(copyIn(client, 'copied', { columns: ['id'], lines: '3\n' })).rejects.toThrow(
    'timeout',
  )
  client.release()
  await expect.poll(() => pool.query('select 1').then(({ rows }) => rows.length)).toBe(1)
  await pool.end()
})

test('keeps a connection whose statement failed, and the statements that wait for it', async () => {
  using proxy = await startProxy(inject('postgresUrl'))
  const onIdleError = () => undefined
  const db = openDatabase<object>({
    url: proxy.url,
    applicationName: 'test',
    onIdleError,
    maxConnections: 1,
  })
  const pid = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const before = await pid()
  const failing = sql`select 1 / 0`.execute(db)
  const waiting = pid()
  await expect(failing).rejects.toThrow('division')
  expect((await waiting).rows).toEqual(before.rows)
  await db.destroy()
})
