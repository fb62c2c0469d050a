import { describe, expect, test } from 'vitest'
import { InvalidOptionsError, resolveOptions } from './options.ts'

describe('resolveOptions', () => {
  test('fills in the defaults (R-OPTIONS-4)', () => {
    expect(resolveOptions({ projectId: 'p' })).toMatchObject({
      allWallets: 'SHOW',
      enableWallets: true,
      enableEIP6963: true,
      enableWalletConnect: true,
      enableNetworkSwitch: true,
      allowUnsupportedChain: false,
      enableEmbedded: false,
      debug: true,
    })
  })

  test('keeps given values and treats undefined as not given', () => {
    const options = { projectId: 'p', debug: false, ...{ allWallets: undefined as never } }
    expect(resolveOptions(options)).toMatchObject({ debug: false, allWallets: 'SHOW' })
  })

  test('error: consent needs a document to consent to', () => {
    const options = { projectId: 'p', features: { legalCheckbox: true } }
    expect(() => resolveOptions(options)).toThrow(InvalidOptionsError)
    expect(() => resolveOptions({ ...options, privacyPolicyUrl: 'https://p' })).not.toThrow()
  })
})
