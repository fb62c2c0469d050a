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

  test('switches every feature on (R-OPTIONS-3)', () => {
    const socials = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook']
    const all = { swaps: true, onramp: true, receive: true, send: true, history: true, email: true }
    expect(resolveOptions({ projectId: 'p' }).features).toEqual({ ...all, socials })
    const features = { socials: ['x'], swaps: false, send: undefined as never } as const
    expect(resolveOptions({ projectId: 'p', features }).features).toEqual({
      ...all,
      socials: ['x'],
      swaps: false,
    })
  })

  test('keeps given values and treats undefined as not given', () => {
    const options = { projectId: 'p', debug: false, allWallets: undefined as never }
    expect(resolveOptions(options)).toMatchObject({ debug: false, allWallets: 'SHOW' })
  })

  test('error: consent needs a document to consent to', () => {
    const options = { projectId: 'p', features: { legalCheckbox: true } }
    expect(() => resolveOptions(options)).toThrow(InvalidOptionsError)
    expect(() => resolveOptions({ ...options, privacyPolicyUrl: 'https://p' })).not.toThrow()
  })
})
