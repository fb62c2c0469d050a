import { describe, expect, test } from 'vitest'
import { formatCallsId, parseCallsId } from './calls-id.ts'
import { readCalls } from './requested-calls.ts'

const ME = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const OTHER = '0x000000000000000000000000000000000000dEaD'
const calls = [
  { to: OTHER, value: '0x1' },
  { to: OTHER, data: '0x1234' },
]

describe('readCalls', () => {
  const read = (bundle: object) => readCalls([{ calls, ...bundle }], ME, 56)

  test('reads calls of both versions, on the chain however it is written', () => {
    const expected = [
      { to: OTHER, value: 1n, data: '0x' },
      { to: OTHER, value: 0n, data: '0x1234' },
    ]
    expect(read({})).toEqual({ version: '1.0', calls: expected })
    expect(read({ id: 'my-id' }).id).toBe('my-id')
    for (const chainId of [56, '0x38', 'eip155:56']) {
      expect(read({ chainId, version: '2.0.0', from: ME.toLowerCase() })).toEqual({
        version: '2.0.0',
        calls: expected,
      })
    }
  })

  test.each([
    [{ calls: [] }, 'no calls'],
    [{ calls: Array.from({ length: 41 }, () => calls[0]) }, 'more than 40'],
    [{ id: '' }, 'wrong length'],
    [{ id: `0x${'0'.repeat(8_193)}` }, 'wrong length'],
    [{ from: OTHER }, 'another account'],
    [{ chainId: '0x1' }, 'another network'],
    [{ version: '3.0' }, 'version 3.0'],
    [{ calls: [{ to: '0x12' }] }, 'not an address'],
    [{ calls: [{ to: OTHER, value: 'many' }] }, 'not a number'],
  ])('error: refuses %j', (bundle, text) => {
    expect(() => read(bundle)).toThrow(text)
  })

  test('error: refuses capabilities that the app requires, not optional ones', () => {
    const capabilities = { paymasterService: { url: 'https://pay.example', optional: true } }
    expect(read({ version: '2.0.0', capabilities }).calls).toHaveLength(2)
    const required = { paymasterService: { url: 'https://pay.example' } }
    expect(() => read({ version: '2.0.0', capabilities: required })).toThrow('paymasterService')
    const call = { to: OTHER, capabilities: { ...required, flow: { optional: true } } }
    expect(() => read({ version: '2.0.0', calls: [call] })).toThrow('paymasterService.')
  })
})

describe('the id of sent calls', () => {
  test('says version, chain and operation', () => {
    const sent = { version: '2.0.0', chainId: 31_337, hash: `0x${'ab'.repeat(32)}` } as const
    expect(parseCallsId(formatCallsId(sent))).toEqual(sent)
    expect(parseCallsId(formatCallsId({ ...sent, version: '1.0' }))).toMatchObject({
      version: '1.0',
    })
  })

  test.each(['', '0x', `0x${'ab'.repeat(32)}`, `0x${'ab'.repeat(39)}`, 'x'.repeat(80)])(
    'error: refuses %s',
    (id) => {
      expect(() => parseCallsId(id)).toThrow('no calls with this id')
    },
  )
})
