import { createPublicClient, custom, parseAbi, RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import { isRevert } from './is-revert.ts'

const abi = parseAbi(['function read() view returns (uint256)'])

/** Calls a contract on a node that replies with this error. */
async function errorOfCall(error: { code: number; message: string; data?: unknown }) {
  const request = () => Promise.reject(new RpcRequestError({ body: {}, error, url: 'node' }))
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  const address = '0x0000000000000000000000000000000000000001'
  return await client
    .readContract({ address, abi, functionName: 'read' })
    .catch((failure: unknown) => failure)
}

test.each([
  { code: 3, message: 'execution reverted', data: '0x' },
  { code: 3, message: 'execution reverted' },
  { code: -32_603, message: 'execution reverted', data: '0x08c379a0' },
  { code: -32_000, message: 'invalid opcode: INVALID' },
  { code: -32_015, message: 'VM execution error.' },
  { code: -32_603, message: 'Internal error', data: { data: '0x08c379a0', message: 'revert' } },
])('%j is a revert', async (error) => {
  expect(isRevert(await errorOfCall(error))).toBe(true)
})

test.each([
  { code: -32_603, message: 'handle request error' },
  { code: -32_603, message: 'Internal error: no node of this chain responds' },
  { code: -32_603, message: 'Internal error', data: 'upstream timed out' },
  { code: -32_005, message: 'limit exceeded' },
  { code: -32_000, message: 'header not found' },
])('%j is none', async (error) => {
  expect(isRevert(await errorOfCall(error))).toBe(false)
})

test('an error of another kind is none', () => {
  expect(isRevert(new Error('execution reverted'))).toBe(false)
  expect(isRevert(null)).toBe(false)
})
