import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LookupLimitError } from '../errors/errors.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { createNameResolver } from './resolve-name.ts'

/** Addresses by name; no response for other names. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'both.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'old.example': ['93.184.216.34'],
  'new.example': ['2606:2800:220:1::1'],
  'none.example': [],
  'inner.example': ['10.0.0.1'],
}

const AAAA = 28
const PENDING = new AbortController().signal

let server: ReturnType<typeof createSocket>
let servers: string[]
let queries: number

beforeEach(async () => {
  queries = 0
  server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    queries += 1
    const response = respond(query)
    if (response !== null) server.send(response, port, address)
  })
  await once(server.bind(0, '127.0.0.1'), 'listening')
  servers = [`127.0.0.1:${server.address().port}`]
})
afterEach(async () => {
  server.close()
  await once(server, 'close')
})

/** Responds to the only question of a query (RFC 1035, section 4). */
function respond(query: Buffer): Buffer | null {
  const labels: string[] = []
  let at = 12
  for (let size = query.readUInt8(at); size > 0; size = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  const addresses = ADDRESSES[labels.join('.').toLowerCase()]
  if (addresses === undefined) return null
  const family = query.readUInt16BE(at + 1) === AAAA ? 6 : 4
  const records = addresses.filter((address) => isIP(address) === family).map(toRecord)
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(records.length, 6)
  header.fill(0, 8)
  return Buffer.concat([header, query.subarray(12, at + 5), ...records])
}

function toRecord(address: string): Buffer {
  const bytes = Buffer.from(
    isIP(address) === 4
      ? address.split('.').map(Number)
      : address
          .replace('::', ':0:0:0:')
          .split(':')
          .flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]),
  )
  const type = bytes.length === 4 ? 1 : AAAA
  return Buffer.concat([Buffer.of(0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length), bytes])
}

test.each(['both.example', 'old.example', 'new.example'])(
  'finds the addresses of %s',
  async (name) => {
    const found = await createNameResolver({ servers })(name, PENDING)
    expect(found).toEqual(ADDRESSES[name]?.map((address) => ({ address, family: isIP(address) })))
  },
)

test('error: a name without addresses', async () => {
  const resolve = createNameResolver({ servers })
  await expect(resolve('none.example', PENDING)).rejects.toThrow('ENODATA')
})

test('error: guardedFetch refuses the local address that a name server names', async () => {
  const resolveName = createNameResolver({ servers })
  const options = { isConfigured: false, timeoutMs: 60_000, resolveName }
  await expect(guardedFetch('https://inner.example/', options)).rejects.toThrow('not public')
})

test('an abort frees the place of a lookup whose name server does not respond', async () => {
  const resolve = createNameResolver({ servers, maxRunning: 2, limitMs: 600_000 })
  const stop = new AbortController()
  const pending = ['a.silent.example', 'b.silent.example'].map((name) => resolve(name, stop.signal))
  await expect.poll(() => queries, { timeout: 60_000 }).toBeGreaterThanOrEqual(4)
  await expect(resolve('old.example', PENDING)).rejects.toThrow(LookupLimitError)
  stop.abort()
  const ended = await Promise.allSettled(pending)
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await resolve('old.example', PENDING)).toHaveLength(1)
})
