import { expect, test } from 'vitest'
import { createMemoryStorage } from '#device/frame-storage.ts'
import { TransactionRefusedError } from '#frame-errors.ts'
import { createSentCallIds } from './sent-calls.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const CALLS = { version: '2.0.0', chainId: 56, hash: HASH } as const
const ME = { origin: 'https://shop.example', account: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' }
const DUPLICATE = { code: 'frame.calls', rpcCode: 5_720 }

const send = () => Promise.resolve(HASH)

test('an id is used once per site and account, also by tabs that use it at the same time', async () => {
  const storage = createMemoryStorage()
  const ids = createSentCallIds(storage, ME)
  const tabs = [ids, createSentCallIds(storage, { ...ME, account: ME.account.toLowerCase() })]
  const outcomes = await Promise.allSettled(tabs.map((tab) => tab.sendOnce('my-id', CALLS, send)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: DUPLICATE })
  await expect(ids.sendOnce('my-id', CALLS, send)).rejects.toMatchObject(DUPLICATE)
  expect(await ids.find('my-id')).toEqual(CALLS)
  const others = [
    { ...ME, origin: 'https://other.example' },
    { ...ME, account: '0x000000000000000000000000000000000000dEaD' },
  ]
  for (const other of others) {
    const theirs = createSentCallIds(storage, other)
    expect(await theirs.find('my-id')).toBeUndefined()
    expect(await theirs.sendOnce('my-id', CALLS, send)).toBe(HASH)
  }
})

test('an id is free again after its calls were refused, not after a failure that may hide a success', async () => {
  const ids = createSentCallIds(createMemoryStorage(), ME)
  const refuse = () => Promise.reject(new TransactionRefusedError('No.'))
  await expect(ids.sendOnce('refused', CALLS, refuse)).rejects.toThrow('No.')
  expect(await ids.sendOnce('refused', CALLS, send)).toBe(HASH)
  const lose = () => Promise.reject(new Error('The connection was lost.'))
  await expect(ids.sendOnce('lost', CALLS, lose)).rejects.toThrow('lost')
  await expect(ids.sendOnce('lost', CALLS, send)).rejects.toMatchObject(DUPLICATE)
  expect(await ids.find('lost')).toEqual(CALLS)
})
