import { describe, expect, test } from 'vitest'
import { AccountField, ChainIdField } from './caip-fields.ts'
import { InvalidMessageError, parse } from './parse.ts'

const PLAIN = '0x52908400098527886e0f7030069857d2e4169ee7'
const CHECKSUM = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('AccountField', () => {
  test('parses a plain address and a CAIP-10 id to the same account', () => {
    expect(parse(AccountField, PLAIN)).toBe(CHECKSUM)
    expect(parse(AccountField, `eip155:56:${PLAIN}`)).toBe(CHECKSUM)
  })

  test.each([
    'eip155:56',
    `solana:1:${PLAIN}`,
    `eip155:56:${PLAIN}00`,
    `eip155:1:eip155:56:${PLAIN}`,
    '',
  ])('error: rejects %j', (text) => {
    expect(() => parse(AccountField, text)).toThrow(InvalidMessageError)
  })
})

describe('ChainIdField', () => {
  test('parses the number of an EVM chain', () => {
    expect(parse(ChainIdField, 'eip155:56')).toBe(56)
  })

  test.each(['56', 'eip155:', 'eip155:x', 'solana:5eykt4', 'eip155:56:0x'])(
    'error: rejects %j',
    (text) => {
      expect(() => parse(ChainIdField, text)).toThrow('not a CAIP-2 id of an EVM chain')
    },
  )
})
