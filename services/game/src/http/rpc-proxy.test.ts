import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rpcProxy } from './rpc-proxy.ts'

/** A node that replies to every call with its method, and records the requests. */
let node: Server
let rpcUrl: string
let reached: string[] = []

beforeAll(async () => {
  node = createServer(async (request, response) => {
    const body = await text(request)
    reached.push(body)
    const message: unknown = JSON.parse(body)
    const reply = ({ id, method }: { id: unknown; method: string }) => ({
      jsonrpc: '2.0',
      id,
      result: method,
    })
    const calls = message as { id: unknown; method: string }[]
    response.end(JSON.stringify(Array.isArray(message) ? calls.map(reply) : reply(calls as never)))
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})

afterAll(() => new Promise((resolve) => node.close(resolve)))

async function send(body: string) {
  reached = []
  const response = await rpcProxy({ rpcUrl }).request('/rpc', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, reply: (await response.json()) as unknown }
}

const call = (method: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params: [] })

describe('rpcProxy', () => {
  test('forwards the methods that a browser needs', async () => {
    const { reply } = await send(JSON.stringify(call('eth_chainId')))
    expect(reply).toEqual({ jsonrpc: '2.0', id: 1, result: 'eth_chainId' })
  })

  test.each([
    'anvil_setBalance',
    'evm_mine',
    'hardhat_setCode',
    'debug_traceCall',
    'txpool_content',
    'personal_sign',
    'eth_accounts',
    'eth_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'eth_sendUnsignedTransaction',
    'ETH_CALL',
    ' eth_call',
  ])('error: rejects %s, alone and in a batch', async (method) => {
    const refusal = { jsonrpc: '2.0', id: 1, error: { code: -32_601, message: expect.any(String) } }
    expect((await send(JSON.stringify(call(method)))).reply).toEqual(refusal)
    expect(reached).toEqual([])

    const batch = [call('eth_blockNumber', 7), call(method, 1), call('eth_call', 'b')]
    expect((await send(JSON.stringify(batch))).reply).toEqual([
      { jsonrpc: '2.0', id: 7, result: 'eth_blockNumber' },
      { jsonrpc: '2.0', id: 'b', result: 'eth_call' },
      refusal,
    ])
    expect(reached.join()).not.toContain(method)
  })

  test('error: forwards the parsed call, so that a duplicate key bypasses no check', async () => {
    const trick = '{"jsonrpc":"2.0","id":1,"method":"evm_mine","method":"eth_chainId","extra":"x"}'
    await send(trick)
    expect(reached).toEqual(['{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'])
  })

  test.each(['[]', '{}', '3', 'null', '{"method":["eth_call"]}'])(
    'error: rejects %s as an invalid request',
    async (body) => {
      expect((await send(body)).reply).toMatchObject({ error: { code: -32_600 } })
      expect(reached).toEqual([])
    },
  )

  test('replies to a batch of rejected calls without calling the node', async () => {
    const { reply } = await send(JSON.stringify([call('evm_mine', 1), call('eth_sign', 2)]))
    expect(reply).toHaveLength(2)
    expect(reached).toEqual([])
  })

  test('error: reports a node that exceeds the time limit', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
    const proxy = rpcProxy({ rpcUrl }).onError((error, c) => c.text(error.name, 502))
    const response = await proxy.request('/rpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call('eth_chainId')),
    })
    expect(timeout).toHaveBeenCalledWith(TIME_LIMITS.service)
    expect(await response.text()).toBe('ChainUnreachableError')
    timeout.mockRestore()
  })
})
