import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { selectWallets } from './select-wallets.ts'

const page = { page: 1, entries: 40 }

function wallet(name: string, overrides: Partial<CatalogueWallet> = {}): CatalogueWallet {
  return { id: name, name, chains: ['eip155:1', 'eip155:56'], badge_type: 'none', ...overrides }
}

const CATALOGUE = [
  wallet('Super Meta'),
  wallet('Meta'),
  wallet('Solana Only', { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }),
  wallet('Certain', { badge_type: 'certified', chains: ['eip155:1'] }),
]
const namesOf = (query: Partial<Parameters<typeof selectWallets>[1]>) =>
  selectWallets(CATALOGUE, { ...page, ...query }).data.map(({ name }) => name)

describe('selectWallets', () => {
  test('counts all matches on every page', () => {
    expect(selectWallets(CATALOGUE, { page: 2, entries: 3 })).toEqual({
      data: [CATALOGUE[3]],
      count: 4,
    })
  })

  test('returns nothing when the same ids are included and excluded', () => {
    expect(namesOf({ include: ['Meta'], exclude: ['Meta'] })).toEqual([])
    expect(namesOf({ include: [] })).toEqual([])
  })

  test('matches parts of names in any letter case, prefixes first', () => {
    expect(namesOf({ search: 'META' })).toEqual(['Meta', 'Super Meta'])
    expect(namesOf({ search: '' })).toHaveLength(4)
  })

  test('finds wallets by exact name or rdns, whichever matches', () => {
    const { data } = selectWallets([...CATALOGUE, wallet('Fox', { rdns: 'io.fox' })], {
      ...page,
      names: ['meta', 'unknown'],
      rdns: ['io.fox'],
    })
    expect(data.map(({ name }) => name)).toEqual(['Meta', 'Fox'])
    expect(namesOf({ rdns: ['io.fox'] })).toEqual([])
  })

  test('keeps wallets of any of the chains', () => {
    expect(namesOf({ chains: ['eip155:56'] })).toEqual(['Super Meta', 'Meta'])
    expect(namesOf({ chains: ['eip155:1', 'eip155:56'] })).toEqual([
      'Super Meta',
      'Meta',
      'Certain',
    ])
  })

  test('ignores chains that no wallet lists beside one that some list', () => {
    expect(namesOf({ chains: ['eip155:31337', 'eip155:56'] })).toEqual(['Super Meta', 'Meta'])
  })

  test('keeps the wallets of the namespace for a chain that no wallet lists', () => {
    expect(namesOf({ chains: ['eip155:31337'] })).toEqual(['Super Meta', 'Meta', 'Certain'])
    expect(namesOf({ chains: ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'] })).toEqual([
      'Solana Only',
    ])
  })

  test('filters certified wallets', () => {
    expect(namesOf({ badge_type: 'certified' })).toEqual(['Certain'])
    expect(namesOf({ badge_type: 'none' })).not.toContain('Certain')
  })

  test('property: the pages make up the whole list', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: 1, max: 9 }), (size, entries) => {
        const catalogue = Array.from({ length: size }, (_, index) => wallet(`w${index}`))
        const pages = Array.from({ length: size + 1 }, (_, index) =>
          selectWallets(catalogue, { page: index + 1, entries }),
        )
        expect(pages.flatMap(({ data }) => data)).toEqual(catalogue)
        expect(pages.every(({ count }) => count === size)).toBe(true)
      }),
    )
  })
})
