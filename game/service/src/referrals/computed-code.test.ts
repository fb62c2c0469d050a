import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { computeCode, decodeCode } from './computed-code.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const KEY = createHash('sha512').update('a key').digest()
const OTHER_KEY = createHash('sha512').update('another key').digest()

const anAccount = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))

describe('computeCode', () => {
  test('property: decodes to the account, and reveals nothing about it', () => {
    fc.assert(
      fc.property(anAccount, (account) => {
        const code = computeCode(account, KEY)
        expect(code).toMatch(/^[0-9a-hj-kmnp-tv-z]{40}$/)
        expect(decodeCode(code, KEY)).toBe(account)
        expect(computeCode(account, OTHER_KEY)).not.toBe(code)
      }),
    )
  })

  test('stays the same: links with it are kept for ever', () => {
    expect(computeCode(ALICE, KEY)).toBe('188008mrh8wn69qzmwa2j4pc5189s7ecp1ernc6d')
  })
})

describe('decodeCode', () => {
  const code = computeCode(ALICE, KEY)

  test('rejects the code of another key, and a code with a changed character', () => {
    expect(decodeCode(code, OTHER_KEY)).toBeNull()
    for (let index = 0; index < code.length; index += 1) {
      const changed = code[index] === '0' ? '1' : '0'
      expect(decodeCode(code.slice(0, index) + changed + code.slice(index + 1), KEY)).toBeNull()
    }
  })

  test.each([
    '',
    'mvyxaxvdz5',
    code.toUpperCase(),
    code.slice(1),
    `${code}0`,
    `0${code.slice(1)}i`,
  ])('rejects %j', (other) => expect(decodeCode(other, KEY)).toBeNull())
})
