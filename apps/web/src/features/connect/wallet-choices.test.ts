import { describe, expect, test } from 'vitest'
import type { Connector } from 'wagmi'
import { walletChoices } from './wallet-choices.ts'

const PLAY = 'bullring.burner'

/** The fields that the choice depends on. */
function connector(fields: { id: string; name: string; type: string; icon?: string }) {
  return fields as Connector
}

const generic = connector({ id: 'injected', name: 'Injected', type: 'injected' })
const burner = connector({ id: PLAY, name: 'Play money wallet', type: 'burner' })
const rabby = connector({
  id: 'io.rabby',
  name: 'Rabby Wallet',
  type: 'injected',
  icon: 'data:image/svg+xml,x',
})
const names = (connectors: Connector[], hasEthereum: boolean) =>
  walletChoices(connectors, hasEthereum, PLAY).map(({ name }) => name)

describe('walletChoices', () => {
  test('lists announced wallets and hides the generic one behind them', () => {
    expect(names([generic, rabby, burner], true)).toEqual(['Rabby Wallet', 'Play money wallet'])
  })

  test('falls back on window.ethereum when nobody announced himself', () => {
    expect(names([generic, burner], true)).toEqual(['Browser wallet', 'Play money wallet'])
  })

  test('offers nothing where there is nothing', () => {
    expect(names([generic], false)).toEqual([])
  })

  test('shows icons that come along with the wallet, and loads none from elsewhere', () => {
    const icon = 'https://tracker.example/icon.png'
    const [own, foreign] = walletChoices([rabby, { ...rabby, icon }], false, PLAY)
    expect(own?.icon).toBe('data:image/svg+xml,x')
    expect(foreign?.icon).toBeNull()
  })
})
