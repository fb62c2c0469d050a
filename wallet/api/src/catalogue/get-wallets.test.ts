import { parse } from '@bullring/wire/parse'
import { describe, expect, test } from 'vitest'
import { GetWalletsQuery } from './get-wallets.ts'

const ID = 'ab'.repeat(32)

describe('GetWalletsQuery', () => {
  test('defaults to the first page of 40', () => {
    expect(parse(GetWalletsQuery, {})).toEqual({ page: 1, entries: 40 })
  })

  test('splits lists and drops unknown parameters', () => {
    const query = {
      page: '2',
      entries: '4',
      include: `${ID}, ${ID}`,
      exclude: '',
      chains: 'eip155:56,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      search: ' meta ',
      badge_type: 'certified',
      st: 'appkit',
    }
    expect(parse(GetWalletsQuery, query)).toEqual({
      page: 2,
      entries: 4,
      include: [ID, ID],
      exclude: [],
      chains: ['eip155:56', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      search: 'meta',
      badge_type: 'certified',
    })
  })

  test.each([
    [{ entries: '501' }, { entries: 500 }],
    [{ search: ` ${'x'.repeat(101)}` }, { search: 'x'.repeat(100) }],
    [{ include: `foo,${ID.toUpperCase()},0x${ID}` }, { include: [ID] }],
    [{ exclude: 'foo' }, { exclude: [] }],
    [{ chains: '56,eip155:56' }, { chains: ['eip155:56'] }],
    [{ badge_type: 'gold' }, {}],
  ])('cuts or ignores %j, which a kit would wait for forever', (query, expected) => {
    expect(parse(GetWalletsQuery, query)).toEqual({ page: 1, entries: 40, ...expected })
  })

  test.each([{ page: '0' }, { page: '1.5' }, { entries: 'all' }])('error: rejects %j', (query) => {
    expect(() => parse(GetWalletsQuery, query)).toThrow(Object.keys(query)[0])
  })
})
