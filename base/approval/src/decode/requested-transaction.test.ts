import { describe, expect, test } from 'vitest'
import { InvalidRequestError } from '../errors.ts'
import { readTransaction } from './requested-transaction.ts'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const read = (fields: object) => readTransaction({ to: TO, ...fields }, ACCOUNT, 56)

describe('readTransaction', () => {
  test.each([
    [{ value: '0x' }, { value: 0n }],
    [{ value: '' }, { value: 0n }],
    [{ value: '0x0' }, { value: 0n }],
    [{ value: null }, { value: 0n }],
    [{ value: '10' }, { value: 10n }],
    [{ gas: '0x' }, { gas: undefined }],
    [{ gas: '', gasLimit: '0x5208' }, { gas: 21_000n }],
    [{ gasPrice: '0x' }, { gasPrice: undefined }],
    [{ nonce: '' }, { nonce: undefined }],
    [{ data: '0x0' }, { data: '0x' }],
    [{ data: '' }, { data: '0x' }],
    [{ data: 'a9059cbb' }, { data: '0xa9059cbb' }],
    [{ data: '', input: '0xa9059cbb' }, { data: '0xa9059cbb' }],
    [{ data: '0x', input: 'a9059cbb' }, { data: '0xa9059cbb' }],
    [
      { to: '', data: '0x6001' },
      { to: null, data: '0x6001' },
    ],
    [
      { to: '0x', data: '6001' },
      { to: null, data: '0x6001' },
    ],
    [{ to: TO.toLowerCase() }, { to: TO }],
    [{ chainId: 'eip155:56' }, { to: TO }],
    [{ chainId: '0x38' }, { to: TO }],
    [{ chainId: '' }, { to: TO }],
  ])('reads %j as older libraries write it', (fields, result) => {
    expect(read(fields)).toMatchObject(result)
  })

  test.each([
    [{ to: '' }],
    [{ to: '0x', value: '0x1' }],
    [{ to: '', data: '0x0' }],
    [{ to: 'alice.eth' }],
    [{ data: '0x1' }],
    [{ data: 'a9059cb' }],
    [{ data: 'xyz' }],
    [{ value: '-1' }],
    [{ value: '0xzz' }],
    [{ value: '1.5' }],
    [{ value: {} }],
    [{ chainId: 'eip155:97' }],
    [{ chainId: 'solana:56' }],
    [{ chainId: 0 }],
  ])('error: refuses %j', (fields) => {
    expect(() => read(fields)).toThrow(InvalidRequestError)
  })
})
