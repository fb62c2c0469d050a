import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { errorType, successType, toRequestName } from './envelope.ts'
import { replyPayloads } from './replies.ts'
import { requestPayloads } from './requests.ts'
import { APPROVAL_METHODS, LIST_READ_METHODS, needsApproval } from './rpc-methods.ts'
import { RpcRequest } from './rpc-request.ts'

test('has a reply for each of the 25 requests', () => {
  expect(Object.keys(requestPayloads)).toHaveLength(25)
  expect(Object.keys(replyPayloads)).toEqual(Object.keys(requestPayloads))
})

test('names the types of requests and replies', () => {
  expect(toRequestName('@w3m-app/GET_USER')).toBe('GET_USER')
  expect(toRequestName('@w3m-app/toString')).toBeUndefined()
  expect(toRequestName('@w3m-frame/GET_USER')).toBeUndefined()
  expect(successType('GET_USER')).toBe('@w3m-frame/GET_USER_SUCCESS')
  expect(errorType('GET_USER')).toBe('@w3m-frame/GET_USER_ERROR')
})

test('a user has a valid email address or null, never an empty one', () => {
  const user = { address: '0x1', chainId: 56 }
  expect(z.safeParse(replyPayloads.GET_USER, { ...user, email: null }).success).toBe(true)
  expect(z.safeParse(replyPayloads.GET_USER, { ...user, email: '' }).success).toBe(false)
})

test('knows which methods the user approves, and no eth_sign', () => {
  expect(APPROVAL_METHODS.every((method) => needsApproval(method))).toBe(true)
  expect(LIST_READ_METHODS.some((method) => needsApproval(method))).toBe(false)
  expect(z.safeParse(RpcRequest, { method: 'eth_sign', params: ['0x', '0x'] }).success).toBe(false)
})

test.each([
  { method: 'personal_sign', params: ['0x68', '0x1', null] },
  { method: 'personal_sign', params: [] },
  { method: 'eth_sendTransaction', params: [{ to: '0x1', gas: 21_000, value: 1n, type: 0 }] },
  { method: 'eth_sendTransaction', params: [{ to: '0x1' }, 'latest'] },
  { method: 'eth_signTypedData_v4', params: ['0x1', {}] },
  { method: 'eth_blockNumber' },
  { method: 'eth_accounts', params: [] },
  { method: 'wallet_getCapabilities' },
  { method: 'wallet_revokePermissions' },
])('accepts the params that the apps’ own schema accepts: $method $params', (request) => {
  expect(z.safeParse(RpcRequest, request).success).toBe(true)
})
