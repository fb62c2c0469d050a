import { createChainClient } from '@bullring/approval/chain/chain-client'
import { ApiUnreachableError } from '@bullring/wire/http/request-errors'
import { getTransactionCount } from 'viem/actions'
import { expect, test } from 'vitest'
import { CallsError } from '#frame-errors.ts'
import { toErrorMessage, toErrorPayload } from './error-message.ts'

test('names a lost connection, also of a node that viem has called', async () => {
  const client = createChainClient(() => Promise.reject(new ApiUnreachableError('/rpc')))
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
  const error = await getTransactionCount(client, { address }).catch((reason: unknown) => reason)
  expect(toErrorMessage(error)).toMatch(/could not be reached. Check your connection/)
})

test('tells apps nothing of an unexpected error', () => {
  expect(toErrorMessage(new Error('secret'))).toBe('Something went wrong. Please try again.')
})

test('adds the code of an error that EIP-5792 names, and none to others', () => {
  const message = 'Used before.'
  expect(toErrorPayload(new CallsError('duplicateId', message))).toEqual({ message, code: 5_720 })
  expect(Object.keys(toErrorPayload(new Error('secret')))).toEqual(['message'])
})
