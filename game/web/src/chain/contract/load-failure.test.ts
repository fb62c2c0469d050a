import { expect, onTestFinished, test, vi } from 'vitest'
import { loadFailure } from './load-failure.ts'

test('classifies an error', async () => {
  const failure = await loadFailure({ code: 4001, message: 'User rejected the request.' })
  expect(failure).toMatchObject({ kind: 'rejected' })
})

test('classifies a thrown string without using it as a message', async () => {
  expect(await loadFailure('User canceled')).toMatchObject({ kind: 'rejected', message: '' })
})

test('error: is unknown if the classifier does not load', async () => {
  vi.doMock('@bullring/wallet-kit/failure', () => Promise.reject(new TypeError('Failed to fetch')))
  onTestFinished(() => void vi.doUnmock('@bullring/wallet-kit/failure'))
  expect(await loadFailure(new Error('no'))).toEqual({ kind: 'unknown', message: '', revert: null })
})
