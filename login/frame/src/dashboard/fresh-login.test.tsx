import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { FrameServices } from '#sdk/frame-services.ts'
import { FreshLogin, prepareFreshLogin } from './fresh-login.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const user = { provider: 'email', email: 'ada@example.com' } as Parameters<
  typeof prepareFreshLogin
>[1]

/** Services whose vault refuses each code for the same reason. */
function refusing(problemCode: string) {
  const mails: string[] = []
  const problem = { status: 401, problemCode, retryAfterSeconds: null, detail: null }
  const services = {
    custody: { startEmail: async () => ({ receipt: 'receipt' }) },
    vault: {
      sendOtp: async ({ email }: { email: string }) => void mails.push(email),
      verifyOtp: () => Promise.reject(new ApiProblemError('/otp/verify', problem)),
    },
  } as unknown as FrameServices
  return { services, mails }
}

test.each([
  ['otp.wrong-code', 'This code is not correct.', 1],
  ['otp.expired', 'This code has expired. Request a new one.', 2],
  ['otp.locked', 'Too many wrong codes. Request a new one.', 2],
])('%s: another code is mailed where the one before is over', async (problemCode, text, mailed) => {
  const { services, mails } = refusing(problemCode)
  await prepareFreshLogin(services, user)
  const none = async () => undefined
  render(<FreshLogin services={services} user={user} label="Show" onLogin={none} onCancel={none} />)
  await userEvent.keyboard('382297{Enter}')
  await screen.findByText(text)
  await prepareFreshLogin(services, user)
  expect(mails).toHaveLength(mailed)
})
