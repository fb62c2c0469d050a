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
