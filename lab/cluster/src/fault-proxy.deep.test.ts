import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

let server: Server
let proxy: FaultProxy

beforeEach(async () => {
  server = createServer((_, response) => response.end('hello'.repeat(100_000)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await startFaultProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
})

afterEach(async () => {
  await proxy.close()
  server.close()
})

async function get(timeoutMs = 60_000): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${proxy.port}`, {
    signal: AbortSignal.timeout(timeoutMs),
  })
  return (await response.text()).length
}

describe('startFaultProxy', () => {
  test('passes everything on without a fault', async () => {
    expect(await get()).toBe(500_000)
  })

  test('refuses connections while cut, and closes the open ones', async () => {
    expect(await get()).toBe(500_000)
    proxy.setFault({ kind: 'cut' })
    await expect(get()).rejects.toThrow('fetch failed')
    proxy.setFault(null)
    expect(await get()).toBe(500_000)
  })

  test('holds everything back while it hangs, and passes it on afterwards', async () => {
    proxy.setFault({ kind: 'hang' })
    await expect(get(200)).rejects.toThrow('timeout')
    const held = get()
    setTimeout(() => proxy.setFault(null), 50)
    expect(await held).toBe(500_000)
  })

  test('delays requests', async () => {
    proxy.setFault({ kind: 'slow', delayMs: 100 })
    const startMs = performance.now()
    await get()
    expect(performance.now() - startMs).toBeGreaterThan(190)
  })

  test('follows another target', async () => {
    const other = createServer((_, response) => response.end('other')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    proxy.setTarget({ host: '127.0.0.1', port: (other.address() as AddressInfo).port })
    expect(await get()).toBe(5)
    other.close()
  })
})
