import {
  FARCASTER_CLOSED_MESSAGE,
  PASSKEY_LACKING,
} from '@bullring/login-api/frame-messages/replies'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Address, EIP1193Provider } from 'viem'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  disconnect,
  reconnect,
  sendCalls,
  sendTransaction,
  signMessage,
  switchChain,
} from 'wagmi/actions'
import type { WalletKitOptions } from '#create-wallet-kit.ts'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'
import type { FrameHandlers } from '#testing/test-frame.ts'
import { installTestFrame, TEST_FRAME_ORIGIN } from '#testing/test-frame.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'
import { pasteText } from '../../testing/paste-text.ts'
import { embeddedWalletOnDemand } from './embedded-wallet-on-demand.ts'

beforeEach(() => {
  vi.spyOn(window, 'addEventListener')
})

afterEach(() => {
  cleanup()
  // A kit listens as long as its page lives: that of an earlier test must not sign out in this one.
  for (const [type, listener] of vi.mocked(window.addEventListener).mock.calls) {
    window.removeEventListener(type, listener)
  }
  vi.restoreAllMocks()
  localStorage.clear()
})

const SIGNATURE = `0x${'ab'.repeat(65)}`

function openKit(
  handlers: FrameHandlers = {},
  isReady = true,
  options: Partial<WalletKitOptions> = {},
) {
  const frame = installTestFrame(handlers, isReady)
  const connector = embeddedWalletOnDemand({ frameUrl: TEST_FRAME_ORIGIN, projectId: 'test' })
  const kit = createTestKit([connector], options)
  renderKit(kit)
  return { frame, kit, user: userEvent.setup() }
}

async function connectKit(handlers: FrameHandlers = {}) {
  const opened = openKit(handlers)
  const uid = opened.kit.connections.getState().connectors[0]?.uid ?? ''
  await act(() => opened.kit.connections.connect(uid))
  return opened
}

async function typeEmail(user: ReturnType<typeof userEvent.setup>, email: string) {
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  await pasteText(await screen.findByRole('textbox', { name: 'Email' }), email, user)
  await user.keyboard('{Enter}')
}

test('a visitor logs in with the code of a mail', async () => {
  const { frame, kit, user } = openKit()
  await typeEmail(user, 'ada@example.com')
  const code = await screen.findByRole('textbox', { name: '6-digit code' })
  expect(code.getAttribute('autocomplete')).toBe('one-time-code')
  expect(screen.getByText('ada@example.com')).toBeTruthy()
  await user.click(code)
  await user.paste('123 456')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(frame.payloads.CONNECT_OTP).toEqual({ otp: '123456' })
  expect(kit.connections.getState().connection).toMatchObject({
    status: 'connected',
    address: TEST_ADDRESS,
    connector: { id: 'AUTH', type: 'AUTH' },
  })
})

test('a wrong code keeps its digits and is submitted again only when complete', async () => {
  const { frame, user } = openKit({
    CONNECT_OTP: ({ otp }: { otp: string }) =>
      otp === '111111' ? new Error('Wrong code') : undefined,
  })
  await typeEmail(user, 'ada@example.com')
  const code = await screen.findByRole('textbox', { name: '6-digit code' })
  await user.type(code, '111111')
  expect(await screen.findByText('Wrong code. Try Again')).toBeTruthy()
  await user.clear(await screen.findByRole('textbox', { name: '6-digit code' }))
  await user.type(screen.getByRole('textbox', { name: '6-digit code' }), '222222')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(frame.requests.filter((name) => name === 'CONNECT_OTP')).toHaveLength(2)
})

test('a code that is mailed again starts with an empty field', async () => {
  const { user } = openKit({ CONNECT_OTP: () => new Error('Wrong code') })
  await typeEmail(user, 'ada@example.com')
  await user.type(await screen.findByRole('textbox', { name: '6-digit code' }), '111111')
  await screen.findByText('Wrong code. Try Again')
  // The wait before the next mail is over.
  localStorage.setItem('@bullring/wallet-kit/last-email-login-time', '0')
  await user.click(await screen.findByRole('button', { name: 'Resend Code' }, { timeout: 3_000 }))
  await waitFor(() => expect(screen.queryByText('Wrong code. Try Again')).toBeNull())
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '6-digit code' })
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
})

test('a correct code without the passkey is used again, and other ways are offered', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  let hasPasskey = false
  const { frame, user } = openKit({
    CONNECT_OTP: () =>
      hasPasskey ? undefined : Object.assign(new Error('unused'), { reason: PASSKEY_LACKING }),
  })
  await typeEmail(user, 'ada@example.com')
  await user.type(await screen.findByRole('textbox', { name: '6-digit code' }), '111111')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This wallet needs its passkey/)
  await user.click(screen.getByRole('button', { name: 'Other ways to open the wallet' }))
  expect(open).toHaveBeenCalledWith(`${TEST_FRAME_ORIGIN}/dashboard`, '_blank', expect.anything())
  hasPasskey = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(frame.requests.filter((name) => name === 'CONNECT_OTP')).toHaveLength(2)
  expect(frame.payloads.CONNECT_OTP).toEqual({ otp: '111111' })
})

test('a refusal that comes after another code was mailed says nothing', async () => {
  const reply = Promise.withResolvers<Error>()
  const { user } = openKit({ CONNECT_OTP: () => reply.promise })
  await typeEmail(user, 'ada@example.com')
  await user.type(await screen.findByRole('textbox', { name: '6-digit code' }), '111111')
  localStorage.setItem('@bullring/wallet-kit/last-email-login-time', '0')
  await user.click(await screen.findByRole('button', { name: 'Resend Code' }, { timeout: 3_000 }))
  await screen.findByRole('button', { name: /Resend in/ })
  await act(async () => reply.resolve(new Error('Wrong code')))
  expect(await screen.findByRole('textbox', { name: '6-digit code' })).toBeTruthy()
  expect(screen.queryByText('Wrong code. Try Again')).toBeNull()
})

test('a new device is approved by a link before the code', async () => {
  let approve: (value?: unknown) => void = () => undefined
  const { user } = openKit({
    CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE' }),
    CONNECT_DEVICE: () =>
      new Promise((resolve) => {
        approve = resolve
      }),
  })
  await typeEmail(user, 'ada@example.com')
  expect(await screen.findByText('Approve the login link we sent to')).toBeTruthy()
  await waitFor(() => {
    approve()
    expect(screen.getByRole('textbox', { name: '6-digit code' })).toBeTruthy()
  })
})

test('an invalid address is reported, and nothing is sent', async () => {
  const { frame, user } = openKit()
  await typeEmail(user, 'ada@example')
  expect(await screen.findByText('Invalid email. Try again.')).toBeTruthy()
  expect(frame.requests).not.toContain('CONNECT_EMAIL')
})

test('a second login within 30 seconds has to wait', async () => {
  const { frame, user } = openKit()
  await typeEmail(user, 'ada@example.com')
  await screen.findByRole('textbox', { name: '6-digit code' })
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'bob@example.com{Enter}')
  expect(await screen.findByText(/Please try again after \d+ seconds/)).toBeTruthy()
  expect(frame.requests.filter((name) => name === 'CONNECT_EMAIL')).toHaveLength(1)
})

test('a signature is approved in the frame', async () => {
  const { kit, frame } = await connectKit({ RPC_REQUEST: () => SIGNATURE })
  expect(await signMessage(kit.config, { message: 'hi', account: TEST_ADDRESS })).toBe(SIGNATURE)
  expect(frame.payloads.RPC_REQUEST).toEqual({
    method: 'personal_sign',
    params: ['0x6869', TEST_ADDRESS],
  })
})

test.each([
  ['a signature that is too short', `0x${'ab'.repeat(30)}`],
  ['a signature of half bytes', `0x${'ab'.repeat(65)}a`],
  ['an object', {}],
])('error: the frame replies with %s', async (_, reply) => {
  const { kit } = await connectKit({ RPC_REQUEST: () => reply })
  const signature = signMessage(kit.config, { message: 'hi', account: TEST_ADDRESS })
  await expect(signature).rejects.toThrow('An error occurred')
})

test('error: the frame replies with a transaction hash that is none', async () => {
  const { kit } = await connectKit({ RPC_REQUEST: () => `0x${'ab'.repeat(31)}` })
  const sent = sendTransaction(kit.config, { to: TEST_ADDRESS, value: 1n, gas: 21_000n })
  await expect(sent).rejects.toThrow('An error occurred')
})

test('capabilities that cannot be read are none (R-FRAME-12)', async () => {
  const { kit } = await connectKit({ RPC_REQUEST: () => new Error('The node is gone.') })
  const [connection] = kit.config.state.connections.values()
  const provider = (await connection?.connector.getProvider()) as EIP1193Provider
  const params: [Address] = [TEST_ADDRESS]
  expect(await provider.request({ method: 'wallet_getCapabilities', params })).toEqual({})
})

test('closing the approval rejects the request', async () => {
  const { kit, user } = await connectKit({ RPC_REQUEST: () => new Promise(() => undefined) })
  const signature = signMessage(kit.config, { message: 'hi', account: TEST_ADDRESS })
  const failure = expect(signature).rejects.toMatchObject({ name: 'UserRejectedRequestError' })
  const dialog = await screen.findByRole('dialog', { name: 'Approve Transaction' })
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await failure
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('closing an approval after it was approved leaves the request to its end', async () => {
  const { promise: reply, resolve } = Promise.withResolvers<string>()
  const { frame, kit, user } = await connectKit({ RPC_REQUEST: () => reply })
  const signature = signMessage(kit.config, { message: 'hi', account: TEST_ADDRESS })
  const dialog = await screen.findByRole('dialog', { name: 'Approve Transaction' })
  await waitFor(() => expect(frame.requests).toContain('RPC_REQUEST'))
  frame.post({ type: '@w3m-frame/APPROVED', payload: {} })
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const other = signMessage(kit.config, { message: 'two', account: TEST_ADDRESS })
  await expect(other).rejects.toThrow(/not available/)
  resolve(SIGNATURE)
  expect(await signature).toBe(SIGNATURE)
})

test('a rejection in the frame is one of the user', async () => {
  const { kit } = await connectKit({
    RPC_REQUEST: () => new Error('User rejected the request.'),
  })
  const sent = sendTransaction(kit.config, { to: TEST_ADDRESS, value: 1n, gas: 21_000n })
  await expect(sent).rejects.toThrow('User rejected the request.')
})

test('one request at a time: another one fails while the first waits', async () => {
  const { kit } = await connectKit({ RPC_REQUEST: () => new Promise(() => undefined) })
  void signMessage(kit.config, { message: 'one', account: TEST_ADDRESS }).catch(() => undefined)
  await screen.findByRole('dialog', { name: 'Approve Transaction' })
  await expect(signMessage(kit.config, { message: 'two', account: TEST_ADDRESS })).rejects.toThrow(
    /not available/,
  )
})

test('a page that is loaded again restores the connection of a visitor who is logged in', async () => {
  const { kit, frame } = await connectKit()
  expect(frame.requests).toContain('GET_USER')
  cleanup()
  const again = openKit().kit
  await act(() => reconnect(again.config).then(() => undefined))
  expect(again.connections.getState().connection.address).toBe(TEST_ADDRESS)
  await act(() => disconnect(again.config))
  expect(kit.config).toBeTruthy()
})

test('a page that is loaded again after the session has ended forgets the login', async () => {
  await connectKit()
  cleanup()
  const ended = openKit({ IS_CONNECTED: () => ({ isConnected: false }) })
  await act(() => reconnect(ended.kit.config).then(() => undefined))
  expect(ended.kit.connections.getState().connection.status).toBe('disconnected')
  const next = openKit()
  await act(() => reconnect(next.kit.config).then(() => undefined))
  expect(next.frame.requests).toEqual([])
})

test('error: a frame that fails forgets the login', async () => {
  await connectKit()
  cleanup()
  const failing = openKit({ IS_CONNECTED: () => new Error('Try later') })
  await act(() => reconnect(failing.kit.config).then(() => undefined))
  expect(failing.kit.connections.getState().connection.status).toBe('disconnected')
  expect(localStorage.getItem('@bullring/wallet-kit/email')).toBeNull()
  expect(localStorage.getItem('@bullring/wallet-kit/email-login-used')).toBeNull()
})

test('error: a frame that cannot be reached logs no one out', async () => {
  await connectKit()
  cleanup()
  const { kit } = openKit({}, false)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const restored = reconnect(kit.config)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  vi.useRealTimers()
  await restored
  expect(kit.connections.getState().connection.status).toBe('disconnected')
  cleanup()
  const again = openKit().kit
  await act(() => reconnect(again.config).then(() => undefined))
  expect(again.connections.getState().connection.address).toBe(TEST_ADDRESS)
})

test('a page loads no frame for a visitor who has never logged in', async () => {
  const { frame, kit } = openKit()
  await act(() => reconnect(kit.config).then(() => undefined))
  expect(document.querySelector('#w3m-iframe')).toBeNull()
  expect(frame.requests).toEqual([])
})

test('signing out forgets the login; a frame that refuses keeps the visitor connected', async () => {
  const refusing = await connectKit({ SIGN_OUT: () => new Error('Try later') })
  await expect(refusing.kit.connections.disconnect()).rejects.toThrow('Try later')
  expect(refusing.kit.connections.getState().connection.status).toBe('connected')
  cleanup()
  const { kit } = await connectKit()
  await act(() => kit.connections.disconnect())
  // The list of networks belongs to the frame, not to the user.
  expect(Object.keys(localStorage)).toEqual(['@bullring/wallet-kit/smart-account-enabled-networks'])
})

test('a visitor disconnects from a frame that does not respond, which signs out when it does', async () => {
  const { kit } = await connectKit({ SIGN_OUT: () => new Promise(() => undefined) })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const disconnected = kit.connections.disconnect()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  vi.useRealTimers()
  await act(() => disconnected)
  expect(kit.connections.getState().connection.status).toBe('disconnected')
  expect(localStorage.getItem('@bullring/wallet-kit/email')).toBeNull()
  cleanup()
  const { frame, kit: later } = openKit({ IS_CONNECTED: () => ({ isConnected: false }) })
  await act(() => reconnect(later.config).then(() => undefined))
  expect(frame.requests.filter((name) => name !== 'SYNC_DAPP_DATA')).toEqual([
    'SIGN_OUT',
    'IS_CONNECTED',
  ])
  cleanup()
  const { frame: untouched, kit: last } = openKit()
  await act(() => reconnect(last.config).then(() => undefined))
  expect(untouched.requests).toEqual([])
})

test('error: a login waits for the sign-out that a frame still owes', async () => {
  localStorage.setItem('@bullring/wallet-kit/sign-out-owed', 'true')
  const { frame } = await connectKit()
  const sent = frame.requests.filter((name) => /SIGN_OUT|GET_USER/.test(name))
  expect(sent.slice(0, 2)).toEqual(['SIGN_OUT', 'GET_USER'])
  expect(sent.filter((name) => name === 'SIGN_OUT')).toHaveLength(1)
  expect(localStorage.getItem('@bullring/wallet-kit/sign-out-owed')).toBeNull()
})

test('a visitor who signs out in another tab is signed out here', async () => {
  const { frame, kit } = await connectKit()
  const key = '@bullring/wallet-kit/email-login-used'
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: null })))
  await waitFor(() => expect(kit.connections.getState().connection.status).toBe('disconnected'))
  await waitFor(() => expect(frame.requests).toContain('SIGN_OUT'))
})

test('error: an app that uses another method gets an error', async () => {
  const { kit } = await connectKit()
  const provider = (await kit.config.connectors[0]?.getProvider()) as {
    request: (call: object) => Promise<unknown>
  }
  const alert = () => kit.alerts.getState().alert?.text
  await expect(provider.request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({
    code: -32_004,
    details: 'Requested RPC call is not allowed',
  })
  expect(alert()).toBeUndefined()
  await waitFor(() => expect(alert()).toBe('Action not allowed'))
  const malformed = provider.request({ method: 'wallet_getCallsStatus', params: [1] })
  await expect(malformed).rejects.toMatchObject({ code: -32_602 })
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x38')
  await expect(switchChain(kit.config, { chainId: 97 as never })).rejects.toThrow()
})

test('error: an app that uses an id of calls again gets the code of EIP-5792', async () => {
  const used = new Error('There is already a bundle submitted with this ID.')
  const { frame, kit } = await connectKit({
    RPC_REQUEST: () => Object.assign(used, { code: 5_720 }),
  })
  const call = { to: TEST_ADDRESS, value: 0n } as const
  const sent = sendCalls(kit.config, { id: 'my-id', calls: [call] })
  await expect(sent).rejects.toMatchObject({ cause: { code: 5_720 } })
  expect(frame.payloads.RPC_REQUEST).toMatchObject({ params: [{ id: 'my-id' }] })
})

async function openSettings(handlers: FrameHandlers = {}) {
  const opened = await connectKit(handlers)
  act(() => opened.kit.modal.open('AccountSettings'))
  await screen.findByText('ada@example.com')
  return opened
}

async function enterCode(user: ReturnType<typeof userEvent.setup>, title: string) {
  await screen.findByRole('dialog', { name: title })
  await user.click(await screen.findByRole('textbox', { name: '6-digit code' }))
  await user.paste('123456')
}

test('a user changes the email address with a code to the old and one to the new address', async () => {
  const { frame, user } = await openSettings({
    UPDATE_EMAIL: () => ({ action: 'VERIFY_PRIMARY_OTP' }),
    UPDATE_EMAIL_SECONDARY_OTP: () => ({ newEmail: 'countess@example.com' }),
  })
  await user.click(screen.getByRole('button', { name: /ada@example.com/ }))
  const field = await screen.findByRole('textbox', { name: 'Email' })
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
  await user.clear(field)
  await user.type(field, 'countess@example.com{Enter}')
  await enterCode(user, 'Confirm Current Email')
  await enterCode(user, 'Confirm New Email')
  await screen.findByRole('dialog', { name: 'Account' })
  expect(frame.payloads.UPDATE_EMAIL).toEqual({ email: 'countess@example.com' })
  expect(localStorage.getItem('@bullring/wallet-kit/email')).toBe('"countess@example.com"')
})

test('a code that the new address refuses is reported, and the change can start again', async () => {
  const { user } = await openSettings({
    UPDATE_EMAIL: () => ({ action: 'VERIFY_SECONDARY_OTP' }),
    UPDATE_EMAIL_SECONDARY_OTP: () => new Error('Wrong code'),
  })
  await user.click(screen.getByRole('button', { name: /ada@example.com/ }))
  const field = await screen.findByRole('textbox', { name: 'Email' })
  await user.clear(field)
  await user.type(field, 'countess@example.com{Enter}')
  await enterCode(user, 'Confirm New Email')
  await screen.findByText('Wrong code. Try Again')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('dialog', { name: 'Edit Email' })).toBeTruthy()
})

test('the settings link to the page of the wallet itself', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await openSettings()
  await user.click(screen.getByRole('button', { name: /Devices and security/ }))
  expect(open).toHaveBeenCalledWith(`${TEST_FRAME_ORIGIN}/dashboard`, '_blank', expect.anything())
})

/** A wallet with a smart account on chain 56. */
function smartAccountFrame(): FrameHandlers {
  const key = { address: TEST_ADDRESS, type: 'eoa' }
  const smart = { address: '0x000000000000000000000000000000000000dEaD', type: 'smartAccount' }
  let accounts = [key, smart]
  return {
    GET_USER: () => ({ address: accounts[0]?.address, chainId: 56, accounts }),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [56] }),
    SET_PREFERRED_ACCOUNT: ({ type }: { type: string }) => {
      accounts = type === 'eoa' ? [key, smart] : [smart, key]
      return { type, address: accounts[0]?.address }
    },
  }
}

test('a user switches to the smart account in the settings, and the app follows', async () => {
  const { kit, user } = await connectKit(smartAccountFrame())
  const events: unknown[] = []
  kit.events.subscribe((event) => events.push(event))
  act(() => kit.modal.open('AccountSettings'))
  await user.click(await screen.findByRole('button', { name: /Switch to the smart account/ }))
  expect(await screen.findByRole('button', { name: /Switch to the basic account/ })).toBeTruthy()
  expect(screen.getByText('In use: smart account')).toBeTruthy()
  expect(kit.connections.getState().connection.address).toMatch(/dEaD$/)
  expect(events).toContainEqual({
    event: 'SET_PREFERRED_ACCOUNT_TYPE',
    properties: { accountType: 'smartAccount', network: 'eip155:56' },
  })
})

test('error: a switch that fails selects the key of the wallet, and the app follows', async () => {
  const { SET_PREFERRED_ACCOUNT: prefer, ...frame } = smartAccountFrame()
  const { kit, user } = await connectKit({
    ...frame,
    SET_PREFERRED_ACCOUNT: ({ type }: { type: string }) => {
      prefer?.({ type } as never)
      return type === 'eoa' ? { type, address: TEST_ADDRESS } : new Error('Try later')
    },
  })
  act(() => kit.modal.open('AccountSettings'))
  await user.click(await screen.findByRole('button', { name: /Switch to the smart account/ }))
  expect(await screen.findByText('Could not switch the account. Try again.')).toBeTruthy()
  expect(kit.connections.getState().connection.address).toBe(TEST_ADDRESS)
})

/** A window of a provider whose last page is the test's. */
function stubPopup() {
  const popup = { closed: false, location: { href: '' }, close: vi.fn<() => void>() }
  const open = vi.spyOn(window, 'open').mockReturnValue(popup as never)
  return { popup, open }
}

const SOCIALS: FrameHandlers = {
  GET_SOCIAL_REDIRECT_URI: () => ({ uri: 'https://provider.example/login' }),
  CONNECT_SOCIAL: () => ({ address: TEST_ADDRESS, chainId: 56, userName: 'ada' }),
}

async function startSocial(user: ReturnType<typeof userEvent.setup>, provider: string) {
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  await user.click(await screen.findByRole('button', { name: `Continue with ${provider}` }))
}

test('a visitor logs in with a social account in a window', async () => {
  const { popup } = stubPopup()
  const { frame, kit, user } = openKit(SOCIALS)
  await startSocial(user, 'Google')
  await waitFor(() => expect(popup.location.href).toBe('https://provider.example/login'))
  const resultUri = `${TEST_FRAME_ORIGIN}/oauth/callback/google?code=1`
  // The frame has it from the provider's window.
  frame.post({ resultUri })
  await waitFor(() => expect(kit.connections.getState().connection.status).toBe('connected'))
  expect(frame.payloads.CONNECT_SOCIAL).toEqual({ uri: resultUri })
  expect(localStorage.getItem('@bullring/wallet-kit/connected-social')).toBe('"google"')
})

test('a social login that another origin answers is refused', async () => {
  const { popup } = stubPopup()
  const { frame, user } = openKit(SOCIALS)
  await startSocial(user, 'Google')
  await waitFor(() => expect(popup.location.href).not.toBe(''))
  frame.post({ resultUri: 'https://evil.example' }, { source: {} })
  frame.post(
    { resultUri: 'https://evil.example' },
    { source: popup, origin: 'https://evil.example' },
  )
  expect(await screen.findByText('Untrusted Origin')).toBeTruthy()
  expect(frame.requests).not.toContain('CONNECT_SOCIAL')
})

test('a blocked or closed window is reported and can be opened again', async () => {
  const { popup, open } = stubPopup()
  open.mockReturnValueOnce(null)
  const { user } = openKit(SOCIALS)
  await startSocial(user, 'Google')
  expect(await screen.findByText(/blocked the login window/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Open the login window' }))
  await waitFor(() => expect(popup.location.href).not.toBe(''))
  popup.closed = true
  expect(await screen.findByText('The login window was closed.')).toBeTruthy()
})

test('a login without an answer of the wallet is reported after a while, and can start again', async () => {
  const { popup } = stubPopup()
  let answer = new Promise<unknown>(() => undefined)
  const { frame, kit, user } = openKit({ ...SOCIALS, GET_SOCIAL_REDIRECT_URI: () => answer })
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  await startSocial(user, 'Google')
  await waitFor(() => expect(frame.requests).toContain('GET_SOCIAL_REDIRECT_URI'))
  expect(timeout).toHaveBeenCalledWith(45_000)
  // The 45 seconds pass.
  late.abort()
  // In the dialog, and as an alert.
  const texts = await screen.findAllByText('Social login timed out. Please try again.')
  expect(texts).toHaveLength(2)
  expect(popup.close).toHaveBeenCalled()
  expect(kit.connections.getState().connection.status).toBe('disconnected')

  timeout.mockRestore()
  answer = Promise.resolve({ uri: 'https://provider.example/login' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(popup.location.href).toBe('https://provider.example/login'))
})

test('a window that a provider has cut off from the page counts as closed, until it hands over the login', async () => {
  const { popup } = stubPopup()
  const { frame, kit, user } = openKit(SOCIALS)
  await startSocial(user, 'Google')
  await waitFor(() => expect(popup.location.href).not.toBe(''))
  popup.closed = true
  await screen.findByText('The login window was closed.')
  frame.post({ resultUri: `${TEST_FRAME_ORIGIN}/oauth/callback/google?code=1` })
  await waitFor(() => expect(kit.connections.getState().connection.status).toBe('connected'))
})

test('in Telegram, the login happens in the same tab', async () => {
  Object.assign(window, { TelegramWebviewProxy: {} })
  onTestFinished(() => void Reflect.deleteProperty(window, 'TelegramWebviewProxy'))
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const uri = 'https://provider.example/login?state=abc&scope=openid'
  const { user } = openKit({ ...SOCIALS, GET_SOCIAL_REDIRECT_URI: () => ({ uri }) })
  await startSocial(user, 'Google')
  await waitFor(() => expect(assign).toHaveBeenCalled())
  const target = new URL(String(assign.mock.calls[0]?.[0]))
  expect(target.searchParams.get('state')).toBe(`abc--${window.location.href}`)
})

test('a visitor who returns from the provider is logged in, once', async () => {
  const resultUri = `${TEST_FRAME_ORIGIN}/oauth/callback/google?code=1&state=abc`
  window.history.replaceState(null, '', `/?tab=1&result_uri=${encodeURIComponent(resultUri)}`)
  const { frame, kit } = openKit(SOCIALS)
  await waitFor(() => expect(kit.connections.getState().connection.status).toBe('connected'))
  expect(frame.payloads.CONNECT_SOCIAL).toEqual({ uri: resultUri })
  expect(window.location.search).toBe('?tab=1')
})

test('a link with the result of another site logs no one in', async () => {
  const resultUri = 'https://evil.example/oauth/callback/google?code=1&state=abc'
  window.history.replaceState(null, '', `/?result_uri=${encodeURIComponent(resultUri)}`)
  const { frame } = openKit(SOCIALS)
  expect(await screen.findByText('Untrusted Origin')).toBeTruthy()
  expect(window.location.search).toBe('')
  expect(frame.requests).not.toContain('CONNECT_SOCIAL')
})

test('a visitor logs in with Farcaster', async () => {
  const { frame, kit, user } = openKit({
    GET_FARCASTER_URI: () => ({ url: 'https://farcaster.example/1' }),
    CONNECT_FARCASTER: () => ({ userName: 'ada.eth' }),
  })
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  await user.click(await screen.findByRole('button', { name: 'Continue with Farcaster' }))
  await waitFor(() => expect(kit.connections.getState().connection.status).toBe('connected'))
  expect(frame.requests).toContain('CONNECT_FARCASTER')
  expect(localStorage.getItem('@bullring/wallet-kit/social-username')).toBe('"ada.eth"')
})

const launchData = (user: unknown) => `${new URLSearchParams({ user: JSON.stringify(user) })}`
const ADA = launchData({ id: 7, first_name: 'Ada', username: 'ada' })

test('a visitor within Telegram logs in with the data of the launch', async () => {
  const { frame, kit, user } = openKit({ CONNECT_TELEGRAM: () => ({ userName: '@ada' }) }, true, {
    telegramInitData: ADA,
    features: { socials: false },
  })
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  await user.click(await screen.findByRole('button', { name: 'Continue as @ada' }))
  await waitFor(() => expect(kit.connections.getState().connection.status).toBe('connected'))
  expect(frame.requests.filter((name) => name === 'CONNECT_TELEGRAM')).toHaveLength(1)
  expect(localStorage.getItem('@bullring/wallet-kit/connected-social')).toBe('"telegram"')
})

test('a login that Telegram does not confirm says what to do', async () => {
  const refuse = () => new Error('used')
  const options = { telegramInitData: launchData({ id: 8, first_name: '@ada' }) }
  const { user } = openKit({ CONNECT_TELEGRAM: refuse }, true, options)
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  await user.click(await screen.findByRole('button', { name: 'Continue as ada' }))
  expect(await screen.findByText('Log in as ada')).toBeTruthy()
  expect(await screen.findByText(/Close the app in Telegram and open it again/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('error: another attempt does not connect the account of an earlier session', async () => {
  const refuse = () => new Error('used')
  const options = { telegramInitData: ADA }
  const { frame, kit, user } = openKit({ CONNECT_TELEGRAM: refuse }, true, options)
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  await user.click(await screen.findByRole('button', { name: 'Continue as @ada' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  const sent = () => frame.requests.filter((name) => name === 'CONNECT_TELEGRAM')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(kit.connections.getState().connection.status).toBe('disconnected')
})

test('another attempt after a login that only failed to connect sends no launch data', async () => {
  let isOffline = true
  const GET_USER = () => (isOffline ? new Error('offline') : { address: TEST_ADDRESS, chainId: 56 })
  const handlers = { CONNECT_TELEGRAM: () => ({ userName: '@ada' }), GET_USER }
  const { frame, kit, user } = openKit(handlers, true, { telegramInitData: ADA })
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  await user.click(await screen.findByRole('button', { name: 'Continue as @ada' }))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isOffline = false
  await user.click(retry)
  await waitFor(() => expect(kit.connections.getState().connection.status).toBe('connected'))
  expect(frame.requests.filter((name) => name === 'CONNECT_TELEGRAM')).toHaveLength(1)
})

test('outside of Telegram, no login with it is offered', async () => {
  const { user } = openKit()
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Continue as/ })).toBeNull()
})

test('error: launch data that names no account is not offered', async () => {
  const { user } = openKit({}, true, { telegramInitData: 'user=1&signature=2' })
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Telegram|^Continue as/ })).toBeNull()
})

test('a login that the phone declined can be started again', async () => {
  let logins = 0
  const { user } = openKit({
    GET_FARCASTER_URI: () => {
      logins += 1
      return { url: `https://farcaster.example/${logins}` }
    },
    CONNECT_FARCASTER: () => {
      if (logins === 1) return new Error(FARCASTER_CLOSED_MESSAGE)
      return new Promise(() => undefined)
    },
    RELOAD: () => undefined,
  })
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  await user.click(await screen.findByRole('button', { name: 'Continue with Farcaster' }))
  expect(await screen.findByText('The login was declined or has expired.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('img', { name: 'QR code to log in with Farcaster' })).toBeTruthy()
})

test('a visitor who leaves Farcaster drops the login', async () => {
  const { frame, user } = openKit({
    GET_FARCASTER_URI: () => ({ url: 'https://farcaster.example/1' }),
    CONNECT_FARCASTER: () => new Promise(() => undefined),
    RELOAD: () => undefined,
  })
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  await user.click(await screen.findByRole('button', { name: 'Continue with Farcaster' }))
  await waitFor(() => expect(frame.requests).toContain('CONNECT_FARCASTER'))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(frame.requests).toContain('RELOAD'))
})
