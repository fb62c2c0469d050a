import { expect, test } from 'vitest'
import { WrongVaultError } from '#frame-errors.ts'
import { requireVault } from './frame-services.ts'

const OWN = 'https://wallet.example'
const VAULT = 'https://vault.example'

test.each([OWN, `${OWN}/vault`, '', '/vault', 'https://WALLET.example:443'])(
  'error: refuses the vault %j, which is the core itself',
  (vaultUrl) => {
    expect(() => requireVault(vaultUrl, vaultUrl, OWN)).toThrow(WrongVaultError)
  },
)

test.each([OWN, 'https://accomplice.example', `${VAULT}.evil.example`, `${VAULT}/other`, ''])(
  'error: refuses to run when the core names the vault %j, not that of the page',
  (vaultUrl) => {
    expect(() => requireVault(VAULT, vaultUrl, OWN)).toThrow(WrongVaultError)
    expect(() => requireVault('', vaultUrl, OWN)).toThrow(WrongVaultError)
  },
)

test('calls the vault of the page', () => {
  expect(requireVault(VAULT, VAULT, OWN)).toBe(VAULT)
})
