// @vitest-environment happy-dom
import type { RequestPayload } from '@bullring/login-api/frame-messages/requests'
import { isSameSite } from '@bullring/login-api/is-same-site'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '#device/frame-storage.ts'
import { keepRequest } from './keep-request.ts'

const ORIGIN = 'https://game.example'
const KEEPING = { projectId: 'test', language: 'en', theme: 'dark', followsWallet: true } as const
const BET: RequestPayload<'RPC_REQUEST'> = {
  method: 'eth_sendTransaction',
  params: [{ to: '0x1' }],
}

function keep(
  { returnTo = `${ORIGIN}/?round=40`, request = BET } = {},
  { isPersistent = true, isSite = true, chain = 31_337 as number | 'solana:x' } = {},
) {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(isSite ? 'other=2; same-site=1' : 'other=2')
  const storage = { ...createMemoryStorage(), isPersistent }
  const context = { services: { storage }, account: { address: '0xab' }, chain, origin: ORIGIN }
  return keepRequest(context as never, { request, returnTo }, KEEPING)
}

describe('keepRequest', () => {
  test('returns the page of the wallet', async () => {
    const kept = await keep()
    expect(kept?.url).toBe(`${location.origin}/approval#${kept?.id}`)
  })

  test.each([
    'https://attacker.example/',
    'https://game.example.attacker.example/',
    'javascript:alert(1)',
    'http://game.example/',
    'blob:https://game.example/0b5c2a6e-3a5d-4a42-9d3e-2f4f5a1c7d10',
  ])('error: returns to no other origin: %s', async (returnTo) => {
    await expect(keep({ returnTo })).rejects.toThrow('another site')
  })

  test('error: keeps nothing that the user does not approve', async () => {
    await expect(keep({ request: { method: 'eth_blockNumber' } })).rejects.toThrow('No one')
  })

  test('keeps nothing where the page of the wallet would not see it', async () => {
    expect(await keep({}, { isPersistent: false })).toBeNull()
    expect(await keep({}, { isSite: false })).toBeNull()
    expect(await keep({}, { chain: 'solana:x' })).toBeNull()
  })
})

describe('isSameSite', () => {
  test('leaves no cookie behind', () => {
    const written: string[] = []
    isSameSite({
      get cookie() {
        return ''
      },
      set cookie(value: string) {
        written.push(value)
      },
    })
    expect(written.at(-1)).toContain('Max-Age=0')
  })
})
