import type { IncomingHttpHeaders } from 'node:http'
import { BUNDLER_HEADERS } from '@bullring/accounts-api/bundler-headers'
import { listen } from '@bullring/server/http/listen'
import { expect, test } from 'vitest'
import { forwardCall } from './forward-call.ts'

test('names the address and, with IPv6, the /48 of the caller, both only as hashes', async () => {
  const received: IncomingHttpHeaders[] = []
  const bundler = await listen(
    ({ headers }, response) => {
      received.push(headers)
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: null }))
    },
    { host: '127.0.0.1', port: 0 },
  )
  const call = { jsonrpc: '2.0' as const, id: 1, method: 'eth_chainId', params: [] }
  const hashesOf = async (ip: string) => {
    const target = { url: bundler.url, token: 'token-of-the-bundler' }
    await forwardCall(target, call, { userId: 'user', ip }, new AbortController().signal)
    const headers = received.at(-1) ?? {}
    return [headers[BUNDLER_HEADERS.ipHash], headers[BUNDLER_HEADERS.networkHash]]
  }
  try {
    const [first, network] = await hashesOf('2001:db8:a:1::')
    expect([first, network]).toEqual(Array(2).fill(expect.stringMatching(/^[\w-]{43}$/)))
    const [second, same] = await hashesOf('2001:db8:a:2::')
    expect([second === first, same === network]).toEqual([false, true])
    expect((await hashesOf('2001:db8:b:2::'))[1]).not.toBe(network)
    expect((await hashesOf('192.0.2.1'))[1]).toBeUndefined()
  } finally {
    await bundler.close()
  }
})
