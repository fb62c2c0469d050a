import { describe, expect, test } from 'vitest'
import { parseSettings } from '../settings.ts'
import { embeddedUrls } from './embedded-urls.ts'

const PUBLIC = {
  CHAIN_ID: '56',
  RPC_URL: 'https://node.example',
  CUSTODY_PUBLIC_URL: 'https://wallet.example',
  VAULT_PUBLIC_URL: 'https://vault.example',
}

const urlsOf = (env: Record<string, string>) => embeddedUrls(parseSettings(env, []))

describe('embeddedUrls', () => {
  test('uses the ports after the game on a local chain', () => {
    expect(urlsOf({ PORT: '4000' })).toEqual({
      custody: { port: 4_001, publicUrl: 'http://127.0.0.1:4001' },
      vault: { port: 4_002, publicUrl: 'http://127.0.0.1:4002' },
      inboxPort: 4_003,
    })
  })

  test('has no mailbox where the operator names a mail server', () => {
    expect(urlsOf({ MAIL_URL: 'smtp://mail.example' })?.inboxPort).toBeNull()
    expect(urlsOf(PUBLIC)?.inboxPort).toBeNull()
  })

  test.each<Record<string, string>>([
    { EMBEDDED_WALLET: 'off' },
    { BULLRING_HOST: '0.0.0.0' },
    { GAME_PUBLIC_URL: 'http://game.example' },
    { ...PUBLIC, VAULT_PUBLIC_URL: '' },
  ])('is null for %j: browsers elsewhere could not reach it', (env) => {
    expect(urlsOf(env)).toBeNull()
  })

  test('takes the published addresses', () => {
    expect(urlsOf(PUBLIC)).toMatchObject({
      custody: { port: 3_001, publicUrl: 'https://wallet.example' },
      vault: { port: 3_002, publicUrl: 'https://vault.example' },
    })
  })

  test('error: on without addresses that browsers can reach', () => {
    const env = { ...PUBLIC, EMBEDDED_WALLET: 'on', CUSTODY_PUBLIC_URL: '' }
    expect(() => urlsOf(env)).toThrow('CUSTODY_PUBLIC_URL and VAULT_PUBLIC_URL')
  })
})
