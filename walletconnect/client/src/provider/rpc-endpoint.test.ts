import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { callEndpoint } from './rpc-endpoint.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function startEndpoint(listener: RequestListener): Promise<string> {
  const started = createServer(listener)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

describe('callEndpoint', () => {
  test('returns the result', async () => {
    const url = await startEndpoint((_, response) => {
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x38"}')
    })
    expect(await callEndpoint(url, 'eth_chainId', [])).toBe('0x38')
  })

  test('error: passes on the code and data of an error reply', async () => {
    const url = await startEndpoint((_, response) => {
      response.end('{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"reverted","data":"0x01"}}')
    })
    const call = callEndpoint(url, 'eth_call', [])
    await expect(call).rejects.toMatchObject({ code: 3, message: 'reverted', data: '0x01' })
  })

  test('error: a page of a gateway is no reply', async () => {
    const url = await startEndpoint((_, response) => {
      response.writeHead(502).end('<h1>Bad Gateway</h1>')
    })
    await expect(callEndpoint(url, 'eth_chainId', [])).rejects.toMatchObject({
      name: 'WalletConnectError',
      code: -32_603,
      message: "The chain's endpoint did not reply to eth_chainId.",
    })
  })

  test('error: no reply in time', async () => {
    const url = await startEndpoint(() => undefined)
    await expect(callEndpoint(url, 'eth_chainId', [], 50)).rejects.toMatchObject({
      name: 'WalletConnectError',
      code: -32_002,
      message: 'The request took too long to respond.',
    })
  })
})
