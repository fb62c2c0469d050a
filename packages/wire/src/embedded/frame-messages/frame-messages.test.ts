import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { errorType, successType, toRequestName } from './envelope.ts'
import { replyPayloads } from './replies.ts'
import { requestPayloads } from './requests.ts'
import { APPROVAL_METHODS, LIST_READ_METHODS, needsApproval } from './rpc-methods.ts'
import { RpcRequest } from './rpc-request.ts'

test('has a reply for each of the 22 requests', () => {
  expect(Object.keys(requestPayloads)).toHaveLength(22)
  expect(Object.keys(replyPayloads)).toEqual(Object.keys(requestPayloads))
})

test('names the types of requests and replies', () => {
  expect(toRequestName('@w3m-app/GET_USER')).toBe('GET_USER')
  expect(toRequestName('@w3m-app/toString')).toBeUndefined()
  expect(toRequestName('@w3m-frame/GET_USER')).toBeUndefined()
  expect(successType('GET_USER')).toBe('@w3m-frame/GET_USER_SUCCESS')
  expect(errorType('GET_USER')).toBe('@w3m-frame/GET_USER_ERROR')
})

test('a user has a valid e-mail address or null, never an empty one', () => {
  const user = { address: '0x1', chainId: 56 }
  expect(z.safeParse(replyPayloads.GET_USER, { ...user, email: null }).success).toBe(true)
  expect(z.safeParse(replyPayloads.GET_USER, { ...user, email: '' }).success).toBe(false)
})

test('knows which methods the user approves, and no eth_sign', () => {
  expect(APPROVAL_METHODS.every((method) => needsApproval(method))).toBe(true)
  expect(LIST_READ_METHODS.some((method) => needsApproval(method))).toBe(false)
  expect(z.safeParse(RpcRequest, { method: 'eth_sign', params: ['0x', '0x'] }).success).toBe(false)
})
