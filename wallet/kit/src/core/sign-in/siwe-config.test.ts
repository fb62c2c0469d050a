import { describe, expect, test } from 'vitest'
import { resolveOptions } from '#core/options.ts'
import { SignatureRejectedError } from './signature-rejected-error.ts'
import { type SiweConfig, siwxOf } from './siwe-config.ts'

const ALICE = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', chainId: 56 } as const
const CONFIG: SiweConfig = {
  getNonce: () => Promise.resolve('abcdef0123456789'),
  createMessage: ({ domain, address, chainId, nonce }) =>
    [domain, address, chainId, nonce].join(' '),
  verifyMessage: ({ signature }) => Promise.resolve(signature === '0x12'),
  getSession: () => Promise.resolve({ ...ALICE, address: ALICE.address.toLowerCase() }),
  signOut: () => Promise.resolve(true),
}
const page = () => ({ host: 'bull.ring', origin: 'https://bull.ring' })

describe('siwxOf', () => {
  test('lets the app write the message', async () => {
    const { text } = await siwxOf(CONFIG, page).createMessage(ALICE)
    expect(text).toBe(`bull.ring ${ALICE.address} 56 abcdef0123456789`)
  })
  test('accepts the app’s session for this account on this network only', async () => {
    const siwx = siwxOf(CONFIG, page)
    expect(await siwx.getSessions(ALICE)).toHaveLength(1)
    expect(await siwx.getSessions({ ...ALICE, chainId: 97 })).toEqual([])
  })
  test('is required unless the app says otherwise', () => {
    expect(siwxOf(CONFIG, page).isRequired).toBe(true)
    expect(siwxOf({ ...CONFIG, required: false }, page).isRequired).toBe(false)
  })
  test('error: rejects a signature that the app does not accept', async () => {
    const siwx = siwxOf(CONFIG, page)
    const message = await siwx.createMessage(ALICE)
    await expect(siwx.addSession({ ...message, signature: '0x13' })).rejects.toThrow(
      SignatureRejectedError,
    )
  })
})

describe('resolveOptions', () => {
  const siwx = { sessions: 'local' } as const
  test('error: rejects two ways to sign in', () => {
    const options = { projectId: 'p', siwx, siweConfig: CONFIG }
    expect(() => resolveOptions(options)).toThrow('Cannot set both `siweConfig` and `siwx` options')
  })
  test('error: rejects server sessions without a service', () => {
    const options = { projectId: 'p', siwx: { sessions: 'server' } } as const
    expect(() => resolveOptions(options)).toThrow('needs `servicesUrl`')
    expect(() => resolveOptions({ ...options, servicesUrl: 'https://s' })).not.toThrow()
  })
  test('accepts either alone', () => {
    expect(() => resolveOptions({ projectId: 'p', siwx })).not.toThrow()
    expect(() => resolveOptions({ projectId: 'p', siweConfig: CONFIG })).not.toThrow()
  })
})
