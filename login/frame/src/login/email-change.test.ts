import { ApiTimeoutError, ApiUnreachableError } from '@bullring/wire/http/request-errors'
import { expect, test } from 'vitest'
import { createMemoryStorage } from '#device/frame-storage.ts'
import type { CustodyClient } from '#services/custody-client.ts'
import type { VaultClient } from '#services/vault-client.ts'
import { createEmailChange } from './email-change.ts'

const OLD = 'ada@example.com'
const NEW = 'byron@example.com'
const OWN = 'https://wallet.example'
const LOGIN = { token: 'a'.repeat(43), walletId: crypto.randomUUID(), email: OLD }

function unreachable(): never {
  throw new ApiUnreachableError('https://wallet.example')
}

type Replies = Partial<{
  [call in keyof (CustodyClient & VaultClient)]: (...given: never[]) => unknown
}>

const isRead = (name: string) => ['readSessionReceipt', 'listPasskeys'].includes(name)

/** Both services, which reply as given, and the calls that they received, but for what changes nothing. */
function createServices(
  replies: Replies = {},
  storage = createMemoryStorage(),
  origin = 'https://app.example',
) {
  const calls: string[] = []
  const defaults: Replies = {
    readSessionReceipt: () => ({ receipt: 'g.h.i' }),
    listPasskeys: () => ({ isRequired: false, passkeys: [] }),
    updateEmail: () => ({ action: 'VERIFY_PRIMARY_OTP', currentEmail: OLD }),
    startEmailChange: () => ({ state: 'pending' }),
    confirmPrimaryEmail: () => ({ action: 'VERIFY_SECONDARY_OTP' }),
    waitForEmailChange: () => ({ state: 'approved' }),
    confirmSecondaryEmail: () => ({ newEmail: NEW, assertion: 'a.b.c' }),
    applyEmailChange: () => ({ email: NEW }),
    readEmailReceipt: () => ({ receipt: 'd.e.f' }),
    finishEmailUpdate: () => ({ email: NEW }),
  }
  const all = { ...defaults, ...replies }
  const client = Object.fromEntries(
    Object.entries(all).map(([name, reply]) => [
      name,
      async (...given: never[]) => {
        if (!isRead(name)) calls.push(name)
        return await reply(...given)
      },
    ]),
  )
  const clients = {
    custody: client as unknown as CustodyClient,
    vault: client as unknown as VaultClient,
  }
  return {
    calls,
    storage,
    change: createEmailChange({ ...clients, storage, origin, ownOrigin: OWN }),
  }
}

test('changes the address: code, link, code, and then the vault finishes', async () => {
  const states = ['pending', 'approved']
  const { change, calls } = createServices({
    waitForEmailChange: () => ({ state: states.shift() }),
  })
  expect(await change.start(LOGIN, NEW)).toBe('VERIFY_PRIMARY_OTP')
  await change.confirmPrimary('123456')
  expect(await change.confirmSecondary('123456', LOGIN)).toBe(NEW)
  expect(calls).toEqual([
    'updateEmail',
    'startEmailChange',
    'confirmPrimaryEmail',
    'waitForEmailChange',
    'waitForEmailChange',
    'confirmSecondaryEmail',
    'applyEmailChange',
    'readEmailReceipt',
    'finishEmailUpdate',
  ])
})

test('error: an app adds no first address to a wallet without one', async () => {
  const { change, calls } = createServices({
    updateEmail: () => ({ action: 'VERIFY_SECONDARY_OTP', currentEmail: null }),
  })
  await expect(change.start({ ...LOGIN, email: null }, NEW)).rejects.toThrow('without an email')
  expect(calls).toEqual([])
})

test('the dashboard adds a first address: link, one code, and then the vault finishes', async () => {
  const states = ['pending', 'approved']
  const { change, calls } = createServices(
    {
      updateEmail: () => ({ action: 'VERIFY_SECONDARY_OTP', currentEmail: null }),
      waitForEmailChange: () => ({ state: states.shift() }),
    },
    createMemoryStorage(),
    OWN,
  )
  expect(await change.start({ ...LOGIN, email: null }, NEW)).toBe('VERIFY_SECONDARY_OTP')
  expect(await change.confirmSecondary('123456', LOGIN)).toBe(NEW)
  expect(calls).toEqual([
    'updateEmail',
    'startEmailChange',
    'waitForEmailChange',
    'waitForEmailChange',
    'confirmSecondaryEmail',
    'applyEmailChange',
    'readEmailReceipt',
    'finishEmailUpdate',
  ])
})

test('error: a first address that is rejected, or of a wallet that has one at the vault', async () => {
  const rejected = createServices(
    {
      updateEmail: () => ({ action: 'VERIFY_SECONDARY_OTP', currentEmail: null }),
      waitForEmailChange: () => ({ state: 'rejected' }),
    },
    createMemoryStorage(),
    OWN,
  )
  await rejected.change.start({ ...LOGIN, email: null }, NEW)
  await expect(rejected.change.confirmSecondary('123456', LOGIN)).rejects.toThrow('was rejected')
  expect(rejected.calls).not.toContain('confirmSecondaryEmail')
  const other = createServices({}, createMemoryStorage(), OWN)
  await expect(other.change.start({ ...LOGIN, email: null }, NEW)).rejects.toThrow('log in again')
  expect(other.calls).toEqual(['updateEmail'])
})

test.each([
  { action: 'VERIFY_SECONDARY_OTP', currentEmail: null },
  { action: 'VERIFY_SECONDARY_OTP', currentEmail: OLD },
  { action: 'VERIFY_PRIMARY_OTP', currentEmail: 'other@example.com' },
])('error: a vault that replies %j, against the address that was shown', async (reply) => {
  const { change, calls } = createServices({ updateEmail: () => reply })
  await expect(change.start(LOGIN, NEW)).rejects.toThrow('log in again')
  expect(calls).toEqual(['updateEmail'])
})

test('error: a vault or a core that makes it another address', async () => {
  const vault = createServices({
    confirmSecondaryEmail: () => ({ newEmail: 'evil@example.com', assertion: 'a.b.c' }),
  })
  await vault.change.start(LOGIN, NEW)
  await expect(vault.change.confirmSecondary('123456', LOGIN)).rejects.toThrow('log in again')
  expect(vault.calls).not.toContain('applyEmailChange')
  const core = createServices({ applyEmailChange: () => ({ email: 'evil@example.com' }) })
  await core.change.start(LOGIN, NEW)
  await expect(core.change.confirmSecondary('123456', LOGIN)).rejects.toThrow('log in again')
  expect(core.calls).not.toContain('finishEmailUpdate')
})

test('error: a rejected change; the code was right, so it is not checked again', async () => {
  const states = ['rejected', 'approved']
  const { change, calls } = createServices({
    waitForEmailChange: () => ({ state: states.shift() }),
  })
  await change.start(LOGIN, NEW)
  await expect(change.confirmPrimary('123456')).rejects.toThrow('This change was rejected')
  await change.confirmPrimary('123456')
  expect(calls.filter((call) => call === 'confirmPrimaryEmail')).toHaveLength(1)
})

test('error: an app that does not wait hears of the link; the code can be entered again', async () => {
  let isApproved = false
  const { change, calls } = createServices({
    waitForEmailChange: (_newEmail: string, _token: string, signal: AbortSignal) =>
      isApproved
        ? { state: 'approved' }
        : new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
          }),
  })
  await change.start(LOGIN, NEW)
  await expect(change.confirmPrimary('123456', { awaitsApproval: false })).rejects.toThrow(
    'Approve the link that we mailed you, then enter the code again.',
  )
  isApproved = true
  await change.confirmPrimary('123456', { awaitsApproval: false })
  expect(calls.filter((call) => call === 'confirmPrimaryEmail')).toHaveLength(1)
  expect(await change.confirmSecondary('654321', LOGIN)).toBe(NEW)
})

test('a vault that is down at the end is called when the page opens again', async () => {
  const first = createServices({
    finishEmailUpdate: unreachable,
  })
  await first.change.start(LOGIN, NEW)
  expect(await first.change.confirmSecondary('123456', LOGIN)).toBe(NEW)
  const later = createServices({}, first.storage)
  await later.change.resume(LOGIN.token)
  await later.change.resume(LOGIN.token)
  expect(later.calls).toEqual(['readEmailReceipt', 'finishEmailUpdate'])
})

test('a change whose reply was lost is done: the core names the new address', async () => {
  const { change, calls } = createServices({
    applyEmailChange: () => {
      throw new ApiTimeoutError('https://wallet.example', 10_000)
    },
    readSession: () => ({ user: { loginEmail: NEW } }),
  })
  await change.start(LOGIN, NEW)
  expect(await change.confirmSecondary('123456', LOGIN)).toBe(NEW)
  expect(calls.slice(-3)).toEqual(['readSession', 'readEmailReceipt', 'finishEmailUpdate'])
})

test('a change that did not arrive is sent again with the same code', async () => {
  const replies = [unreachable, () => ({ email: NEW })]
  const { change, calls } = createServices({
    applyEmailChange: () => replies.shift()?.(),
    readSession: () => ({ user: { loginEmail: OLD } }),
  })
  await change.start(LOGIN, NEW)
  await expect(change.confirmSecondary('123456', LOGIN)).rejects.toThrow(ApiUnreachableError)
  expect(await change.confirmSecondary('123456', LOGIN)).toBe(NEW)
  expect(calls.filter((call) => call === 'confirmSecondaryEmail')).toHaveLength(1)
})

test('error: a change that the core refuses', async () => {
  const { change, calls } = createServices({
    applyEmailChange: () => {
      throw new TypeError('refused')
    },
    readSession: () => ({ user: { loginEmail: OLD } }),
  })
  await change.start(LOGIN, NEW)
  await expect(change.confirmSecondary('123456', LOGIN)).rejects.toThrow('refused')
  expect(calls).not.toContain('finishEmailUpdate')
})

test('two changes at once: the newer one counts', async () => {
  const { change } = createServices()
  await change.start(LOGIN, 'first@example.com')
  await change.start(LOGIN, NEW)
  expect(await change.confirmSecondary('123456', LOGIN)).toBe(NEW)
})

test('error: the address of a wallet that needs a passkey is not touched before one was used', async () => {
  const { change, calls } = createServices({
    listPasskeys: () => ({ isRequired: true, passkeys: [] }),
  })
  await expect(change.start(LOGIN, NEW)).rejects.toMatchObject({ reason: 'passkeyUnknown' })
  expect(calls).toEqual([])
})

test('a change whose login was replaced meanwhile ends with the token of the new one', async () => {
  const tokens: string[] = []
  const { change } = createServices({
    applyEmailChange: (_assertion: string, token: string) => {
      tokens.push(token)
      return { email: NEW }
    },
    readEmailReceipt: (token: string) => {
      tokens.push(token)
      return { receipt: 'd.e.f' }
    },
    readSessionReceipt: (token: string) => {
      tokens.push(token)
      return { receipt: 'g.h.i' }
    },
  })
  change.proceed(LOGIN, NEW)
  const current = { token: 'b'.repeat(43), walletId: LOGIN.walletId }
  expect(await change.confirmSecondary('123456', current)).toBe(NEW)
  expect(tokens).toEqual(Array.from({ length: 3 }, () => current.token))
})

test('error: the code of a change that another wallet has begun', async () => {
  const { change, calls } = createServices()
  change.proceed(LOGIN, NEW)
  const other = { ...LOGIN, walletId: crypto.randomUUID() }
  await expect(change.confirmSecondary('123456', other)).rejects.toThrow('has ended')
  expect(calls).toEqual([])
})
