import { hexToBytes, keccak256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { readMessage, refuseBareHash } from './read-message.ts'

const refuse = (bytes: Uint8Array) => refuseBareHash(readMessage(bytes, '0x'), bytes)

test('accepts simple texts of 32 bytes, and other lengths', () => {
  expect(() => refuse(stringToBytes('0123456789 abcdefghijklmnopqrstu'))).not.toThrow()
  expect(() => refuse(new Uint8Array(31).fill(255))).not.toThrow()
})

test('error: refuses a bare hash, which a Safe takes for a signed transaction', () => {
  expect(() => refuse(hexToBytes(keccak256('0x01')))).toThrow('transaction of the smart account')
  const found = 'k#T}x0Vw!q8Zé@rB2^mLp5&sDf7*gH+'
  expect(stringToBytes(found)).toHaveLength(32)
  expect(() => refuse(stringToBytes(found))).toThrow('transaction of the smart account')
})

test.each([
  'app.example wants you to sign in with your Ethereum account:',
  'https://app.example wants you to sign in with your Ethereum account:',
])('reads the site of "%s"', (text) => {
  expect(readMessage(stringToBytes(text), '0x').signInDomain).toBe('app.example')
})
