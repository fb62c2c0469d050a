import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NoPendingLoginError } from '#frame-errors.ts'
import type { CustodyClient } from '#services/custody-client.ts'
import type { VaultClient } from '#services/vault-client.ts'
import { createEmailLogin } from './email-login.ts'

const EMAIL = 'a@example.com'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Services of an account with a wallet, on a device that the mailed link has not approved yet. */
function createServices() {
  const mails: string[] = []
  const receipts: unknown[] = []
  const approval = Promise.withResolvers<{ state: 'approved'; receipt: string }>()
  let isApproved = false
  let verifications = 0
  const custody = {
    startEmail: () =>
      Promise.resolve({
        action: isApproved ? ('VERIFY_OTP' as const) : ('VERIFY_DEVICE' as const),
        ...(isApproved && { receipt: 'receipt of the start' }),
      }),
    waitForDevice: () => approval.promise,
  } as unknown as CustodyClient
  let cooldownS: number | null = null
  const vault = {
    sendOtp: ({ email, receipt }: { email: string; receipt?: string }) => {
      if (cooldownS !== null) {
        const error = new ApiProblemError('/otp/send', {
          status: 429,
          problemCode: 'otp.cooldown',
          retryAfterSeconds: cooldownS,
          detail: null,
        })
        cooldownS = null
        return Promise.reject(error)
      }
      mails.push(email)
      receipts.push(receipt)
      return Promise.resolve({})
    },
    verifyOtp: () => {
      // The vault takes a code once.
      verifications += 1
      return Promise.resolve({ assertion: `assertion ${verifications}` })
    },
  } as unknown as VaultClient
  const approve = () => {
    isApproved = true
    approval.resolve({ state: 'approved', receipt: 'receipt of the link' })
  }
  const coolDown = (seconds: number) => {
    cooldownS = seconds
  }
  return { login: createEmailLogin({ custody, vault }), mails, receipts, approve, coolDown }
}

describe('createEmailLogin', () => {
  test('a login that starts again after a late approval uses the code that was mailed for it', async () => {
    const { login, mails, receipts, approve } = createServices()
    expect(await login.start(EMAIL, null)).toEqual({ action: 'VERIFY_DEVICE' })
    const abandoned = login.waitForDevice()
    approve()
    await abandoned
    expect(await login.start(EMAIL, null)).toEqual({ action: 'VERIFY_OTP' })
    expect(mails).toEqual([EMAIL])
    // The visitor did not get it.
    await login.start(EMAIL, null)
    expect(mails).toEqual([EMAIL, EMAIL])
    expect(receipts).toEqual(['receipt of the link', 'receipt of the start'])
  })

  test('a code that was used is mailed again at once', async () => {
    const { login, mails, approve } = createServices()
    await login.start(EMAIL, null)
    const approved = login.waitForDevice()
    approve()
    await approved
    await login.verify('123456')
    await login.start(EMAIL, null)
    expect(mails).toEqual([EMAIL, EMAIL])
  })

  test('the code of an earlier approval is mailed again once the vault allows it', async () => {
    const { login, mails, approve } = createServices()
    await login.start(EMAIL, null)
    const approved = login.waitForDevice()
    approve()
    await approved
    vi.setSystemTime(Date.now() + 30_000)
    await login.start(EMAIL, null)
    expect(mails).toEqual([EMAIL, EMAIL])
  })

  test('an approval just after another mail waits until its code may be mailed', async () => {
    const { login, mails, approve, coolDown } = createServices()
    await login.start(EMAIL, null)
    const approved = login.waitForDevice()
    coolDown(20)
    approve()
    await vi.advanceTimersByTimeAsync(19_999)
    expect(mails).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await approved
    expect(mails).toEqual([EMAIL])
  })

  test('a start just after another mail says how long it waits, and mails the code then', async () => {
    const { login, mails, approve, coolDown } = createServices()
    approve()
    coolDown(20)
    const waits: number[] = []
    const started = login.start(EMAIL, null, (seconds) => void waits.push(seconds))
    await vi.advanceTimersByTimeAsync(19_999)
    expect(mails).toEqual([])
    expect(waits).toEqual([20])
    await vi.advanceTimersByTimeAsync(1)
    expect(await started).toEqual({ action: 'VERIFY_OTP' })
    expect(mails).toEqual([EMAIL])
  })

  test('a start that mails after its app has stopped waiting: the next one uses that code', async () => {
    const { login, mails, approve, coolDown } = createServices()
    approve()
    coolDown(20)
    const abandoned = login.start(EMAIL, null)
    await vi.advanceTimersByTimeAsync(20_000)
    await abandoned
    coolDown(30)
    expect(await login.start(EMAIL, null)).toEqual({ action: 'VERIFY_OTP' })
    expect(mails).toEqual([EMAIL])
  })

  test('error: a start without a sign of its wait waits no longer than apps do', async () => {
    const { login, mails, approve, coolDown } = createServices()
    approve()
    coolDown(21)
    await expect(login.start(EMAIL, null)).rejects.toThrow(ApiProblemError)
    expect(mails).toEqual([])
  })

  test('error: a start that another one ends during its wait mails nothing', async () => {
    const { login, mails, approve, coolDown } = createServices()
    approve()
    coolDown(20)
    const ended = expect(login.start(EMAIL, null)).rejects.toThrow(NoPendingLoginError)
    await vi.advanceTimersByTimeAsync(1_000)
    await login.start('b@example.com', null)
    await ended
    await vi.advanceTimersByTimeAsync(20_000)
    expect(mails).toEqual(['b@example.com'])
  })

  test('error: an address that has had all its mails of the hour', async () => {
    const { login, approve, coolDown } = createServices()
    await login.start(EMAIL, null)
    const approved = login.waitForDevice()
    coolDown(1_800)
    approve()
    await expect(approved).rejects.toThrow(ApiProblemError)
  })

  test('the same code again gets the same assertion, as long as it is valid', async () => {
    const { login } = createServices()
    await login.start(EMAIL, null)
    const first = { assertion: 'assertion 1' }
    expect(await login.verify('123456')).toEqual(first)
    // The core did not respond.
    expect(await login.verify('123456')).toEqual(first)
    expect(await login.verify('654321')).toEqual({ assertion: 'assertion 2' })
    vi.setSystemTime(Date.now() + 60_000)
    expect(await login.verify('654321')).toEqual({ assertion: 'assertion 3' })
  })

  test('error: neither approval nor code without a login', async () => {
    const { login } = createServices()
    await expect(login.waitForDevice()).rejects.toThrow(NoPendingLoginError)
    await expect(login.verify('123456')).rejects.toThrow(NoPendingLoginError)
  })
})
