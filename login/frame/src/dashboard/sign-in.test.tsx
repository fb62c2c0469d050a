import type { LoginResponse } from '@bullring/login-api/vault-api/oauth'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { offerResult } from '#callback/result-link.ts'
import { PasskeyError } from '#frame-errors.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import { ExportKey } from './export-key.tsx'
import { SignIn } from './sign-in.tsx'

const LOGIN = { assertion: 'a.b.c' } as LoginResponse
const STATE = 'state-of-this-page'
const RESULT = `https://wallet.example/oauth/callback/google?state=${STATE}&code=1`

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The session of a user of Google. */
function sessionOf(walletId: string): UsableSession {
  return {
    token: 'token',
    wallet: { id: walletId, evm: `0x${'1'.repeat(40)}`, solana: 'solana' },
    session: { user: { id: 'user', email: 'ada@example.com', name: 'Ada', provider: 'google' } },
  } as UsableSession
}

function createServices(opened = sessionOf('wallet')) {
  const services = {
    config: { socials: [{ provider: 'google' }, { provider: 'github' }], hasFarcaster: true },
    vault: { sendOtp: vi.fn() },
    emailLogin: {
      start: vi.fn(() => Promise.resolve({ action: 'VERIFY_OTP' })),
      waitForDevice: vi.fn(() => Promise.resolve()),
      verify: vi.fn(() => Promise.resolve(LOGIN)),
    },
    session: { open: vi.fn(() => Promise.resolve(opened)), close: vi.fn(() => Promise.resolve()) },
    socialLogin: {
      start: vi.fn(() => Promise.resolve('https://accounts.example/authorize')),
      finish: vi.fn(() => Promise.resolve(LOGIN)),
      isOwn: (state: string) => state === STATE,
    },
    farcasterLogin: {
      start: vi.fn(() => Promise.resolve('https://farcaster.example/channel')),
      wait: vi.fn(() => Promise.resolve(LOGIN)),
      drop: vi.fn(),
    },
  }
  return { ...services, all: services as unknown as FrameServices }
}

/** The window of a provider's page. */
function stubPopup() {
  const popup = { closed: false, location: { href: '' }, close: vi.fn() }
  const open = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  return { popup, open }
}

/** Acts as the callback page in the window. */
async function callBack(): Promise<void> {
  const page = { addEventListener: () => undefined, location, opener: null }
  await offerResult(page, RESULT, AbortSignal.timeout(60_000))
}

function show(services: FrameServices) {
  const onSignedIn = vi.fn()
  render(<SignIn services={services} onSignedIn={onSignedIn} />)
  return onSignedIn
}

test('a user of another site signs in, in a window', async () => {
  const { all, session, socialLogin } = createServices()
  const { popup } = stubPopup()
  const onSignedIn = show(all)
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))
  expect(screen.getByRole('status').textContent).toContain('Log in with Google in the window')
  await expect.poll(() => popup.location.href).toBe('https://accounts.example/authorize')
  await callBack()
  await expect.poll(() => onSignedIn.mock.calls).toHaveLength(1)
  expect(socialLogin.start).toHaveBeenCalledWith('google')
  expect(socialLogin.finish).toHaveBeenCalledWith(RESULT)
  expect(session.open).toHaveBeenCalledWith(LOGIN)
  expect(popup.close).toHaveBeenCalled()
})

test('a user of Farcaster scans the code or opens the link, and approves on the phone', async () => {
  const { all, farcasterLogin } = createServices()
  const approved = Promise.withResolvers<LoginResponse>()
  farcasterLogin.wait.mockReturnValue(approved.promise)
  const onSignedIn = show(all)
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Farcaster' }))
  const link = await screen.findByRole('link', { name: 'Open Farcaster' })
  expect(link.getAttribute('href')).toBe('https://farcaster.example/channel')
  expect(await screen.findByRole('img', { name: 'QR code to log in with Farcaster' })).toBeTruthy()
  approved.resolve(LOGIN)
  await expect.poll(() => onSignedIn.mock.calls).toHaveLength(1)
})

test('Cancel ends the login, and all ways are offered again', async () => {
  const { all } = createServices()
  const { popup } = stubPopup()
  show(all)
  await userEvent.click(screen.getByRole('button', { name: 'Continue with GitHub' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Continue with GitHub' })).toBeTruthy()
  expect(popup.close).toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
})

async function typeEmail(email: string) {
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email address' })
  expect(field.value).toBe('')
  await userEvent.type(field, `${email}{Enter}`)
}

test('Cancel goes back from the code to the address, where a new code can be requested', async () => {
  const { all, emailLogin } = createServices()
  show(all)
  await typeEmail('ada@example.com')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await typeEmail('ada@example.com')
  expect(await screen.findByLabelText('The code we sent to ada@example.com')).toBeTruthy()
  expect(emailLogin.start).toHaveBeenCalledTimes(2)
})

test('Cancel gives up the wait for a link, and its later approval changes nothing', async () => {
  const { all, emailLogin } = createServices()
  const approved = Promise.withResolvers<void>()
  emailLogin.start.mockResolvedValueOnce({ action: 'VERIFY_DEVICE' })
  emailLogin.waitForDevice.mockReturnValueOnce(approved.promise)
  show(all)
  await typeEmail('mistyped@example.com')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  approved.resolve()
  await typeEmail('ada@example.com')
  expect(await screen.findByLabelText('The code we sent to ada@example.com')).toBeTruthy()
})

test('a window that appears to be closed may still log in', async () => {
  const { all } = createServices()
  const { popup } = stubPopup()
  const onSignedIn = show(all)
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))
  popup.closed = true
  await expect.poll(() => screen.getByRole('status').textContent).toContain('If you have closed it')
  await callBack()
  await expect.poll(() => onSignedIn.mock.calls).toHaveLength(1)
})

test('error: a blocked window', async () => {
  const { all } = createServices()
  const { open } = stubPopup()
  open.mockReturnValueOnce(null)
  show(all)
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))
  expect((await screen.findByRole('alert')).textContent).toContain('blocked the window')
})

test('error: the phrase of a wallet is not shown after a fresh login of another account', async () => {
  const { all, vault, session } = createServices(sessionOf('another wallet'))
  stubPopup()
  render(<ExportKey services={all} session={sessionOf('wallet')} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Log in with Google again' }))
  await callBack()
  expect((await screen.findByRole('alert')).textContent).toContain('That is another account')
  expect(session.close).toHaveBeenCalled()
  // It has an address, but logs in by its site.
  expect(vault.sendOtp).not.toHaveBeenCalled()
})

test('a login without the passkey says what the user can do, and goes on with the same code', async () => {
  const { all, session, emailLogin } = createServices()
  session.open.mockRejectedValueOnce(new PasskeyError('passkeyUnused'))
  const onSignedIn = show(all)
  await typeEmail('ada@example.com')
  await userEvent.type(await screen.findByRole('textbox'), '382297{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No passkey was used/)
  expect(screen.getByText(/your recovery phrase opens it/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => onSignedIn.mock.calls).toHaveLength(1)
  expect(emailLogin.verify).toHaveBeenCalledTimes(1)
  expect(session.open).toHaveBeenCalledTimes(2)
})
