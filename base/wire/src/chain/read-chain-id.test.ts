import { describe, expect, test } from 'vitest'
import { readChainId } from './read-chain-id.ts'

describe('readChainId', () => {
  test.each([
    97,
    97n,
    '97',
    '0097',
    ' 97 ',
    '0x61',
    '0X61',
    '0x0061',
    'eip155:97',
    'eip155:0x61',
    [97],
    ['eip155:97'],
    { chainId: 97 },
    { chainId: '0x61' },
    { chainId: 'eip155:97', networkId: 1 },
    [{ chainId: '0x61' }],
  ])('reads %o as 97', (value) => expect(readChainId(value)).toBe(97))

  test.each([
    null,
    undefined,
    '',
    '0x',
    'a message',
    0,
    -97,
    9.7,
    Number.NaN,
    '97.5',
    '9e1',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    [],
    [[97]],
    {},
    { chainId: null },
    { chainId: { chainId: 97 } },
    true,
    '9007199254740993',
  ])('error: reads no chain in %o', (value) => expect(readChainId(value)).toBeUndefined())
})
