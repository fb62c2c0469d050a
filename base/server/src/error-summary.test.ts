import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { DatabaseSilentError } from './db/errors.ts'
import { errorSummary } from './error-summary.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Returns why a connection to a server that treats its clients by `onClient` fails. */
async function failureAt(onClient: (client: Socket) => void): Promise<unknown> {
  const clients: Socket[] = []
  const server = createServer((client) => {
    clients.push(client)
    onClient(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 500 })
  closing.push(() => {
    for (const client of clients) client.destroy()
    server.close()
  })
  return await pool.query('select 1').catch((error: unknown) => error)
}

describe('errorSummary', () => {
  test('names a connection that the server ends, as a load balancer without a primary does', async () => {
    expect(errorSummary(await failureAt((client) => client.end()))).toEqual({
      name: 'Error',
      detail: 'Connection terminated unexpectedly',
    })
  })

  test('names a server that does not respond', async () => {
    const { detail } = errorSummary(await failureAt(() => undefined))
    expect(detail).toMatch(/timeout/)
    expect(errorSummary(new DatabaseSilentError()).detail).toBe('database.silent')
  })

  test('leaves out other messages, which may name accounts and keys', () => {
    expect(errorSummary(new Error('postgres://game:secret@db/game'))).toEqual({
      name: 'Error',
      detail: '',
    })
  })
})
