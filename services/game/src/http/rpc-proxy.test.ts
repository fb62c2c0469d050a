import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rpcProxy } from './rpc-proxy.ts'

/** A node that answers every call with its method, and remembers what reached it. */
let node: Server
let rpcUrl: string
let reached: string[] = []

beforeAll(async () => {
  node = createServer(async (request, response) => {
    const body = await text(request)
    reached.push(body)
    const message: unknown = JSON.parse(body)
    const answer = ({ id, method }: { id: unknown; method: string }) => ({
      jsonrpc: '2.0',
      id,
      result: method,
    })
    const calls = message as { id: unknown; method: string }[]
    response.end(
      JSON.stringify(Array.isArray(message) ? calls.map(answer) : answer(calls as never)),
    )
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
  return { status: response.status, answer: (await response.json()) as unknown }
}

const call = (method: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params: [] })

describe('rpcProxy', () => {
  test('passes on what a browser needs', async () => {
    const { answer } = await send(JSON.stringify(call('eth_chainId')))
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, result: 'eth_chainId' })
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
  ])('error: refuses %s, alone and in a batch', async (method) => {
    const refusal = { jsonrpc: '2.0', id: 1, error: { code: -32_601, message: expect.any(String) } }
    expect((await send(JSON.stringify(call(method)))).answer).toEqual(refusal)
    expect(reached).toEqual([])

    const batch = [call('eth_blockNumber', 7), call(method, 1), call('eth_call', 'b')]
    expect((await send(JSON.stringify(batch))).answer).toEqual([
      { jsonrpc: '2.0', id: 7, result: 'eth_blockNumber' },
      { jsonrpc: '2.0', id: 'b', result: 'eth_call' },
      refusal,
    ])
    expect(reached.join()).not.toContain(method)
  })

  test('error: sends on what it has read itself, so that no second key slips by', async () => {
    const trick = '{"jsonrpc":"2.0","id":1,"method":"evm_mine","method":"eth_chainId","extra":"x"}'
    await send(trick)
    expect(reached).toEqual(['{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'])
  })

  test.each(['[]', '{}', '3', 'null', '{"method":["eth_call"]}'])(
    'error: rejects %s as an invalid request',
    async (body) => {
      expect((await send(body)).answer).toMatchObject({ error: { code: -32_600 } })
      expect(reached).toEqual([])
    },
  )

  test('answers a batch of refused calls without calling the node', async () => {
    const { answer } = await send(JSON.stringify([call('evm_mine', 1), call('eth_sign', 2)]))
    expect(answer).toHaveLength(2)
    expect(reached).toEqual([])
  })
})
