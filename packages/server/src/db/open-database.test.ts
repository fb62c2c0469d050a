import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from './open-database.ts'

/** Forwards connections to the server of `url`, until they are frozen. */
async function startProxy(url: string) {
  const target = new URL(url)
  const [host, port] = [target.hostname, Number(target.port)]
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const upstream = connect(port, host)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.pipe(upstream).pipe(client)
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
