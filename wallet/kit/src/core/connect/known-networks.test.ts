import { expect, test } from 'vitest'
import { KNOWN_NETWORKS, knownNetwork } from './known-networks.ts'

test('27 networks are known, each once (R-NETWORK-5)', () => {
  expect(new Set(KNOWN_NETWORKS.map(({ id }) => id)).size).toBe(27)
  const namesOf = (prefix: string) => KNOWN_NETWORKS.filter(({ id }) => id.startsWith(prefix))
  expect(namesOf('eip155:')).toHaveLength(24)
  expect(namesOf('solana:')).toHaveLength(3)
})

test.each([
  [1, 'Ethereum'],
  [5, 'Goerli'],
  [11_155_111, 'Sepolia'],
  [10, 'OP Mainnet'],
  [42_161, 'Arbitrum One'],
  [137, 'Polygon'],
  [42_220, 'Celo'],
  [1_313_161_554, 'Aurora'],
  [56, 'BNB Smart Chain'],
  [43_114, 'Avalanche'],
  [324, 'ZKsync Era'],
  [100, 'Gnosis'],
  [8_453, 'Base'],
  [7_777_777, 'Zora'],
  [999, 'Zora Goerli'],
])('network %i is %s', (id, name) => expect(knownNetwork(`eip155:${id}`)?.name).toBe(name))

test('other networks are not known', () => {
  expect(knownNetwork('eip155:31337')).toBeUndefined()
})
