import { expect, test } from 'vitest'
import { createMemoryStorage } from '#device/frame-storage.ts'
import { createAccountTypes } from './account-types.ts'

const SITE = { origin: 'https://app.example', chainIds: [56, 97] }

test('error: a choice that cannot be stored selects the key, until one is stored', async () => {
  const storage = createMemoryStorage()
  const types = createAccountTypes(storage, SITE)
  await types.prefer(56, 'smartAccount')
  await types.prefer(97, 'smartAccount')
  const { put } = storage
  storage.put = () => Promise.reject(new Error('The disk is full'))
  await expect(types.prefer(56, 'smartAccount')).rejects.toThrow('The disk is full')
  expect(await types.of(56)).toBe('eoa')
  expect(await types.of(97)).toBe('smartAccount')
  storage.put = put
  await types.prefer(56, 'smartAccount')
  expect(await types.of(56)).toBe('smartAccount')
})

test('error: a choice that cannot be read counts as the key', async () => {
  const storage = createMemoryStorage()
  const types = createAccountTypes(storage, SITE)
  await types.prefer(56, 'smartAccount')
  storage.get = () => Promise.reject(new Error('The browser blocks it'))
  expect(await types.of(56)).toBe('eoa')
})
