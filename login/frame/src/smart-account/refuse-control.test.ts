import { readMessage } from '@bullring/approval/decode/read-message'
import { accountAddress } from '@bullring/smart-account/account-address'
import type { Call } from '@bullring/smart-account/calls'
import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { enableSessionsCall, revokeCall } from '@bullring/smart-account/session-calls'
import { hexToBytes, keccak256, stringToBytes, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { refuseBareHash, refuseControl, refuseControlSignature } from './refuse-control.ts'

const ME = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const OTHER = '0x000000000000000000000000000000000000dEaD'
const bet: Call = { to: OTHER, value: 1n, data: '0x57fb096f' }

describe('refuseControl', () => {
  test('accepts calls of other contracts, and transfers to the account itself', () => {
    expect(() => refuseControl([bet, { to: ME, value: 1n, data: '0x' }], ME)).not.toThrow()
  })

  test.each([
    ['enables a module', enableSessionsCall(ME)],
    ['calls another method of the account', { to: ME, value: 0n, data: '0x0d582f13' } as const],
    ['calls itself as address 0', { to: zeroAddress, value: 0n, data: '0x610b5925' } as const],
    ['uses the module for session keys', revokeCall(`0x${'ab'.repeat(32)}`)],
    ['sends coins to that module', { to: SESSION_MODULE, value: 1n, data: '0x' } as const],
  ])('error: refuses a batch that %s', (_, call) => {
    expect(() => refuseControl([bet, call], ME)).toThrow('who controls the account')
  })
})

describe('refuseControlSignature', () => {
  const safe = accountAddress(ME)
  const typed = (verifyingContract: `0x${string}`, message = {}) => ({
    domain: { verifyingContract },
    types: {},
    primaryType: 'SafeTx',
    message,
  })

  test('accepts data for another Safe of which the key is an owner', () => {
    expect(() => refuseControlSignature(typed(OTHER, { safe: OTHER }), ME)).not.toThrow()
  })

  test('error: refuses transactions, messages and operations of the wallet’s own smart account', () => {
    const lower = safe.toLowerCase() as `0x${string}`
    for (const data of [typed(safe), typed(lower), typed(OTHER, { safe: lower })]) {
      expect(() => refuseControlSignature(data, ME)).toThrow('smart account of this wallet')
    }
  })
})

describe('refuseBareHash', () => {
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
})
