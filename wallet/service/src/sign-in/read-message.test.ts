import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { SignInMessageError } from './errors.ts'
import { readSignInMessage } from './read-message.ts'

const NOW = new Date('2026-01-01T00:00:00.000Z')
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const RULES = {
  now: NOW,
  sites: ['https://play.example:3000'],
  hasChain: (chainId: number) => chainId === 56,
}

function message(overrides: Partial<SiweMessage> = {}): string {
  return createSiweMessage({
    address: ADDRESS,
    chainId: 56,
    domain: 'play.example:3000',
    nonce: 'abcdefgh12345678',
    uri: 'https://play.example:3000/direct-bet',
    version: '1',
    issuedAt: NOW,
    ...overrides,
  })
}

const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)
const read = (text: string) => readSignInMessage(text, RULES)

describe('readSignInMessage', () => {
  test('parses account, chain and site', () => {
    expect(read(message({ statement: 'Sign in to bet.', expirationTime: minutes(5) }))).toEqual({
      address: ADDRESS,
      chainId: 56,
      domain: 'play.example:3000',
      nonce: 'abcdefgh12345678',
      expiresAt: minutes(5),
    })
  })

  test('accepts times without milliseconds or in another zone', () => {
    const text = message().replace(/Issued At: .*/, 'Issued At: 2026-01-01T01:00:00+01:00')
    expect(read(text).address).toBe(ADDRESS)
  })

  test('accepts an empty statement', () => {
    const text = message().replace('\n\n\n', '\n\n\n\n')
    expect(read(text).address).toBe(ADDRESS)
    expect(() => read(text.replace('\n\n\n\n', '\n\n\n\n\n'))).toThrow('EIP-4361')
  })

  test('accepts resources and a request id', () => {
    const text = message({ requestId: '7', resources: ['https://play.example/terms'] })
    expect(read(text).expiresAt).toBeNull()
  })

  test.each([
    ['another domain', { domain: 'evil.example' }, 'another site'],
    ['the host without its port', { domain: 'play.example' }, 'another site'],
    ['a URI of another host', { uri: 'https://evil.example/' }, 'differ'],
    ['a URI of another scheme', { uri: 'http://play.example:3000/' }, 'another scheme'],
    ['a scheme that its URI does not have', { scheme: 'http' }, 'differ'],
    ['another chain', { chainId: 1 }, 'another chain: 1'],
    ['an expiration time in the past', { expirationTime: NOW }, 'expired'],
    ['a not-before time in the future', { notBefore: minutes(2) }, 'not valid yet'],
    ['an issue time in the future', { issuedAt: minutes(2) }, 'from the future'],
  ])('error: rejects a message with %s', (_, overrides, reason) => {
    expect(() => read(message(overrides))).toThrow(SignInMessageError)
    expect(() => read(message(overrides))).toThrow(reason)
  })

  test.each([
    ['nothing', ''],
    ['a text after its end', `${message()}\nResources:\n- x\nSend all my coins`],
    ['a second message', `${message()}\n${message()}`],
    ['a text before it', `I agree.\n${message()}`],
    ['another account type', message().replace('Ethereum', 'blockchain')],
    ['an address with a wrong checksum', message().replace(ADDRESS, `0xF${ADDRESS.slice(3)}`)],
    ['an invalid time', message().replace(/Issued At: .*/, 'Issued At: yesterday')],
    ['no nonce', message().replace(/Nonce: .*\n/, '')],
    ['another version', message().replace('Version: 1', 'Version: 2')],
  ])('error: rejects %s', (_, text) => {
    expect(() => read(text)).toThrow('This is not a sign-in message of EIP-4361.')
  })
})
