import { expect, test, vi } from 'vitest'
import { PasskeyError } from '#frame-errors.ts'
import { createCodeLogin } from './code-login.ts'

const verify = (code: string) => Promise.resolve(`login of ${code}`)
const unused = () => Promise.reject(new PasskeyError('passkeyUnused'))

test('the same code again uses the same login where only the passkey was missing', async () => {
  const logIn = createCodeLogin<string>()
  const counted = vi.fn(verify)
  const use = vi.fn<(login: string) => Promise<void>>().mockImplementationOnce(unused)
  use.mockResolvedValueOnce()
  await expect(logIn('111111', counted, use)).rejects.toThrow(PasskeyError)
  await logIn('111111', counted, use)
  expect(counted).toHaveBeenCalledTimes(1)
  expect(use.mock.calls).toEqual([['login of 111111'], ['login of 111111']])
})

test('another code, and a code whose login was refused, are verified', async () => {
  const logIn = createCodeLogin<string>()
  const counted = vi.fn(verify)
  const use = vi.fn<(login: string) => Promise<void>>()
  use.mockImplementationOnce(unused).mockRejectedValueOnce(new Error('refused')).mockResolvedValue()
  await expect(logIn('111111', counted, use)).rejects.toThrow(PasskeyError)
  await expect(logIn('222222', counted, use)).rejects.toThrow('refused')
  await logIn('222222', counted, use)
  expect(counted.mock.calls).toEqual([['111111'], ['222222'], ['222222']])
})

test('the same code again joins the use of a login that still runs, as apps stop waiting for a passkey', async () => {
  const logIn = createCodeLogin<string>()
  const counted = vi.fn(verify)
  const prompt = Promise.withResolvers<void>()
  const use = vi.fn(() => prompt.promise)
  const abandoned = logIn('111111', counted, use)
  await vi.waitFor(() => expect(use).toHaveBeenCalled())
  const joined = logIn('111111', counted, use)
  prompt.resolve()
  await Promise.all([abandoned, joined])
  expect(counted).toHaveBeenCalledTimes(1)
  expect(use).toHaveBeenCalledTimes(1)
})

test('the same code again, after a passkey that was too late for the app, uses the same login', async () => {
  const logIn = createCodeLogin<string>()
  const counted = vi.fn(verify)
  const use = vi.fn(() => Promise.resolve())
  await logIn('111111', counted, use)
  await logIn('111111', counted, use)
  expect(counted).toHaveBeenCalledTimes(1)
})

test('error: a use that still runs for an earlier code does not end the later one', async () => {
  const logIn = createCodeLogin<string>()
  const counted = vi.fn(verify)
  const prompt = Promise.withResolvers<void>()
  const use = vi.fn<(login: string) => Promise<void>>()
  use.mockReturnValueOnce(prompt.promise).mockImplementationOnce(unused).mockResolvedValue()
  const first = logIn('111111', counted, use)
  await vi.waitFor(() => expect(use).toHaveBeenCalled())
  await expect(logIn('222222', counted, use)).rejects.toThrow(PasskeyError)
  prompt.reject(new Error('refused'))
  await expect(first).rejects.toThrow('refused')
  await logIn('222222', counted, use)
  expect(counted.mock.calls).toEqual([['111111'], ['222222']])
})
