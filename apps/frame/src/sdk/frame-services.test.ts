import { expect, test } from 'vitest'
import { SameServiceError } from '#frame-errors.ts'
import { requireSeparateVault } from './frame-services.ts'

const OWN = 'https://wallet.example'

test.each([OWN, `${OWN}/vault`, '', '/vault', 'https://WALLET.example:443'])(
  'error: refuses the vault %j, which is the core itself',
  (vaultUrl) => {
    expect(() => requireSeparateVault(vaultUrl, OWN)).toThrow(SameServiceError)
  },
)

test('accepts a vault of another origin', () => {
  expect(() => requireSeparateVault('https://vault.example', OWN)).not.toThrow()
})
