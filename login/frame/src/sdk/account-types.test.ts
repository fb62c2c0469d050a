import { expect, test } from 'vitest'
import { createMemoryStorage } from '#device/frame-storage.ts'
import { createAccountTypes } from './account-types.ts'

const WALLET = {
  id: '00000000-0000-4000-8000-000000000001',
  evm: '0x00000000000000000000000000000000000000A1',
  solana: '',
} as const
const SMART_WALLET = { ...WALLET, prefersSmart: true }
const SITE = {
  origin: 'https://app.example',
  chainIds: [56, 97],
  followsWallet: () => false,
  storeInWallet: () => Promise.reject(new Error('not followed')),
}

test('error: a choice that cannot be stored selects the key, until one is stored', async () => {
  const storage = createMemoryStorage()
  const types = createAccountTypes(storage, SITE)
  await types.prefer(56, 'smartAccount')
  await types.prefer(97, 'smartAccount')
  const { put } = storage
  storage.put = () => Promise.reject(new Error('The disk is full'))
  await expect(types.prefer(56, 'smartAccount')).rejects.toThrow('The disk is full')
  expect(await types.of(56, WALLET)).toBe('eoa')
  expect(await types.of(97, WALLET)).toBe('smartAccount')
  storage.put = put
  await types.prefer(56, 'smartAccount')
  expect(await types.of(56, WALLET)).toBe('smartAccount')
})

test('error: a choice that cannot be read counts as the key', async () => {
  const storage = createMemoryStorage()
  const types = createAccountTypes(storage, SITE)
  await types.prefer(56, 'smartAccount')
  storage.get = () => Promise.reject(new Error('The browser blocks it'))
  expect(await types.of(56, WALLET)).toBe('eoa')
})

test('a wallet that prefers its smart account uses it at apps that follow the wallet, and at no others', async () => {
  const following = createAccountTypes(createMemoryStorage(), {
    ...SITE,
    followsWallet: () => true,
  })
  expect(await following.of(56, SMART_WALLET)).toBe('smartAccount')
  expect(await following.of(56, WALLET)).toBe('eoa')
  expect(await following.of(1, SMART_WALLET)).toBe('eoa')
  const other = createAccountTypes(createMemoryStorage(), SITE)
  expect(await other.of(56, SMART_WALLET)).toBe('eoa')
})

test('at apps that follow the wallet, a choice is stored in it and ends the one of this device', async () => {
  const storage = createMemoryStorage()
  await createAccountTypes(storage, SITE).prefer(56, 'smartAccount')
  await createAccountTypes(storage, SITE).prefer(97, 'smartAccount')
  const chosen: string[] = []
  const following = createAccountTypes(storage, {
    ...SITE,
    followsWallet: () => true,
    storeInWallet: (type) => Promise.resolve(void chosen.push(type)),
  })
  // Players of before keep what they have chosen on this device.
  expect(await following.of(56, WALLET)).toBe('smartAccount')
  await following.prefer(56, 'eoa')
  expect(chosen).toEqual(['eoa'])
  expect(await following.of(56, WALLET)).toBe('eoa')
  expect(await following.of(56, SMART_WALLET)).toBe('smartAccount')
  expect(await following.of(97, WALLET)).toBe('smartAccount')
})

test('error: a choice that the wallet did not store selects the key', async () => {
  const types = createAccountTypes(createMemoryStorage(), { ...SITE, followsWallet: () => true })
  await expect(types.prefer(56, 'smartAccount')).rejects.toThrow('not followed')
  expect(await types.of(56, SMART_WALLET)).toBe('eoa')
})
