import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { createNonce, createSiwxMessage } from './siwx-message.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NOW = Date.UTC(2026, 10, 21, 9)

function create(options = {}) {
  return createSiwxMessage({
    account: { address: ADDRESS, chainId: 56 },
    nonce: createNonce(),
    page: { host: 'bull.ring', origin: 'https://bull.ring' },
    options: { sessions: 'local', ...options },
    now: NOW,
  })
}

describe('createNonce', () => {
  test('returns 128 random bits in a form that EIP-4361 accepts', () => {
    const nonces = new Set(Array.from({ length: 1_000 }, createNonce))
    expect(nonces.size).toBe(1_000)
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('createSiwxMessage', () => {
  test('is an EIP-4361 message bound to page, account, network and time', () => {
    const { text, fields } = create({ statement: 'I want in.', requestId: 'r-1' })
    expect(
      text.startsWith(`bull.ring wants you to sign in with your Ethereum account:\n${ADDRESS}`),
    ).toBe(true)
    const message = parseSiweMessage(text)
    expect(message).toMatchObject({
      address: ADDRESS,
      chainId: 56,
      domain: 'bull.ring',
      uri: 'https://bull.ring',
      version: '1',
      nonce: fields.nonce,
      statement: 'I want in.',
      requestId: 'r-1',
    })
    expect(message.issuedAt?.getTime()).toBe(NOW)
    const time = new Date(NOW + 1)
    expect(validateSiweMessage({ message, domain: 'bull.ring', time })).toBe(true)
  })
  test('expires after seven days or the configured lifetime', () => {
    const expiry = (options?: object) => parseSiweMessage(create(options).text).expirationTime
    expect(expiry()?.getTime()).toBe(NOW + 7 * 24 * 3_600_000)
    expect(expiry({ lifetimeSeconds: 60 })?.getTime()).toBe(NOW + 60_000)
  })
})
