import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidRequestError } from '../errors.ts'
import { readTypedData } from './read-typed-data.ts'
import { isCutOff, toTypedDataRows } from './typed-data-rows.ts'

const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]
const TYPED_DATA = {
  types: { EIP712Domain: DOMAIN_TYPE, Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  domain: { name: 'Game', chainId: 56 },
  message: { text: 'Hello' },
}

describe('readTypedData', () => {
  test('reads an object, JSON, and types without the domain', () => {
    const { Note } = TYPED_DATA.types
    const withoutDomain = { ...TYPED_DATA, types: { Note } }
    for (const value of [TYPED_DATA, JSON.stringify(TYPED_DATA), withoutDomain]) {
      expect(readTypedData(value).message).toEqual({ text: 'Hello' })
    }
  })

  test('signs the whole domain when its type is missing, also a chain id that is text', () => {
    const domain = { name: 'Game', chainId: '56' }
    const types = { Note: TYPED_DATA.types.Note }
    expect(hashTypedData(readTypedData({ ...TYPED_DATA, types, domain }))).toBe(
      hashTypedData(readTypedData(TYPED_DATA)),
    )
  })

  test('error: refuses a domain with a list that reads like a name', () => {
    const domain = { name: ['Game'], chainId: 56 }
    for (const types of [TYPED_DATA.types, { Note: TYPED_DATA.types.Note }]) {
      expect(() => readTypedData({ ...TYPED_DATA, types, domain })).toThrow(InvalidRequestError)
    }
  })

  test('reads addresses with the checksum of another chain (EIP-1191), without a change of the hash', () => {
    const eip1191 = '0x27b1FdB04752BBc536007A920D24ACB045561c26'.replace('FdB', 'fDb')
    const lower = eip1191.toLowerCase()
    const types = {
      Mail: [
        { name: 'to', type: 'Person' },
        { name: 'copies', type: 'address[]' },
        { name: 'pairs', type: 'address[2][]' },
        { name: 'text', type: 'string' },
      ],
      Person: [{ name: 'wallet', type: 'address' }],
    }
    const dataWith = (address: string) => ({
      types,
      primaryType: 'Mail',
      domain: { name: 'Game', chainId: 30, verifyingContract: address },
      message: {
        to: { wallet: address },
        copies: [address],
        pairs: [[address, address]],
        text: eip1191,
      },
    })
    const typedData = readTypedData(dataWith(eip1191))
    expect(hashTypedData(typedData)).toBe(hashTypedData(readTypedData(dataWith(lower))))
    expect(typedData.message['text']).toBe(eip1191)
  })

  test('error: refuses an address that is none', () => {
    const types = { Note: [{ name: 'to', type: 'address' }] }
    for (const to of ['0x1234', 'alice.eth', 7, null]) {
      expect(() => readTypedData({ ...TYPED_DATA, types, message: { to } })).toThrow(
        InvalidRequestError,
      )
    }
  })

  test('turns objects that pass for texts into texts, which checks compare', () => {
    const message = { text: new String('Hello') }
    expect(readTypedData({ ...TYPED_DATA, message }).message).toEqual({ text: 'Hello' })
  })

  test.each([
    ['a chain id that the signature leaves out', [{ name: 'name', type: 'string' }]],
    ['a field that the domain lacks', [...DOMAIN_TYPE, { name: 'version', type: 'string' }]],
    [
      'another type',
      [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'string' },
      ],
    ],
    ['the same field twice', [DOMAIN_TYPE[0], DOMAIN_TYPE[0]]],
  ])('error: refuses a domain with %s', (_title, EIP712Domain) => {
    const value = { ...TYPED_DATA, types: { ...TYPED_DATA.types, EIP712Domain } }
    expect(() => readTypedData(value)).toThrow(InvalidRequestError)
  })

  test('error: refuses unknown fields of the domain, and the domain alone', () => {
    const domain = { ...TYPED_DATA.domain, site: 'https://other.example' }
    const types = { Note: TYPED_DATA.types.Note }
    expect(() => readTypedData({ ...TYPED_DATA, types, domain })).toThrow(InvalidRequestError)
    const alone = { ...TYPED_DATA, primaryType: 'EIP712Domain', message: TYPED_DATA.domain }
    expect(() => readTypedData(alone)).toThrow(InvalidRequestError)
  })
})

describe('isCutOff', () => {
  const isCut = (text: string) =>
    isCutOff(toTypedDataRows(readTypedData({ ...TYPED_DATA, message: { text } })))

  test('a value of several thousand characters is shown, one that is longer than the view is not', () => {
    expect(isCut('x'.repeat(20_000))).toBe(false)
    expect(isCut('x'.repeat(20_001))).toBe(true)
  })
})
