import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RefusedTargetError, UnusableResponseError } from '../errors/errors.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { ResolveName } from './resolve-name.ts'

let respond: RequestListener
let hits: string[]
let port: number
const server = createServer((request, response) => {
  hits.push(request.url ?? '')
  respond(request, response)
})

beforeEach(async () => {
  hits = []
  respond = (_, response) => response.end('{"hello":1}')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const local = (options: { maxBytes?: number; timeoutMs?: number; signal?: AbortSignal } = {}) =>
  guardedFetch(`http://127.0.0.1:${port}/x`, { isConfigured: true, timeoutMs: 60_000, ...options })
const foreign = (url: string, resolveName?: ResolveName) =>
  guardedFetch(url, { isConfigured: false, timeoutMs: 60_000, ...(resolveName && { resolveName }) })

/** A name server whose answers change from one query to the next. */
function answering(...answers: string[][]) {
  let queries = 0
  const resolve: ResolveName = () => {
    const addresses = answers[queries] ?? []
    queries += 1
    return Promise.resolve(addresses.map((address) => ({ address, family: isIP(address) })))
  }
  return { resolve, queries: () => queries }
}

describe('guardedFetch', () => {
  test('reaches a target that the operator configured, even a local one without TLS', async () => {
    expect(await local()).toBe('{"hello":1}')
  })

  test.each([
    'http://example.com/',
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.1:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost:PORT/',
  ])('error: does not request %s', async (url) => {
    await expect(foreign(url.replace('PORT', `${port}`))).rejects.toThrow(RefusedTargetError)
    expect(hits).toEqual([])
  })

  test.each([
    [['127.0.0.1']],
    [['93.184.216.34', '10.0.0.1']],
    [['::ffff:10.0.0.1']],
    [['64:ff9b::a00:1']],
  ])('error: does not connect to a name with the addresses %j', async (addresses) => {
    const { resolve } = answering(addresses)
    await expect(foreign('https://evil.example/', resolve)).rejects.toThrow(RefusedTargetError)
  })

  test('error: a name that changes its address after the check gains nothing', async () => {
    // 198.18.0.0/15 would be refused. This address is public and silent here.
    const { resolve, queries } = answering(['192.31.196.1'], ['127.0.0.1'])
    const url = `https://evil.example:${port}/`
    await expect(
      guardedFetch(url, { isConfigured: false, timeoutMs: 2_000, resolveName: resolve }),
    ).rejects.toThrow()
    expect(queries()).toBe(1)
    expect(hits).toEqual([])
  })

  test('error: follows no redirect', async () => {
    respond = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()
    await expect(local()).rejects.toThrow(UnusableResponseError)
    expect(hits).toEqual(['/x'])
  })

  test('error: stops at the size limit', async () => {
    respond = (_, response) => response.end('x'.repeat(2_000))
    await expect(local({ maxBytes: 1_000 })).rejects.toThrow('more than 1000 bytes')
  })

  test('error: stops at the time limit and when aborted, also in the middle of a body', async () => {
    respond = (_, response) => response.write('{')
    await expect(local({ timeoutMs: 100 })).rejects.toThrow(/abort|timeout/i)
    const stop = new AbortController()
    respond = (_, response) => {
      response.write('{')
      setTimeout(() => stop.abort(), 50)
    }
    const patient = { timeoutMs: 600_000, signal: stop.signal }
    await expect(local(patient)).rejects.toThrow(/abort/i)
  })
})
