import { LIST_READ_METHODS } from '@bullring/login-api/frame-messages/rpc-methods'
import { describe, expect, test } from 'vitest'
import { refusalOf } from './allowed-methods.ts'

describe('refusalOf', () => {
  test.each(LIST_READ_METHODS.map((method) => [method]))(
    'forwards %s, which the embedded wallet passes on',
    (method) => {
      expect(refusalOf(method, [{ fromBlock: '0x1', toBlock: '0x2' }])).toBeNull()
    },
  )

  test('error: refuses a method for the holder of a key', () => {
    expect(refusalOf('eth_sendTransaction', [])).toMatchObject({ code: 4_200 })
  })
})
