import type { RequestName } from '@bullring/login-api/frame-messages/requests'
import { afterEach, expect, test, vi } from 'vitest'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import { installTestFrame, TEST_FRAME_ORIGIN } from '#testing/test-frame.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'
import { createEmbeddedWallet } from './create-embedded-wallet.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
})

/** Each check moves the faked time by the interval. */
const SOON = { interval: 1, timeout: 60_000 }

const noSignal = new AbortController().signal

function openWallet(options: { startsSmart?: boolean } = {}): EmbeddedWallet {
  const ignore = () => undefined
  return createEmbeddedWallet({
    frameUrl: TEST_FRAME_ORIGIN,
    projectId: 'test',
    defaultChainId: 56,
    storage: () => localStorage,
    onUser: ignore,
    onSignedOut: ignore,
    onLoadTimeout: ignore,
    onUnsupported: ignore,
    ...options,
  })
}

/** The logins that wait for no user (R-FRAME-8). */
const LIMITED: [RequestName, (wallet: EmbeddedWallet) => Promise<unknown>][] = [
  ['CONNECT_EMAIL', (wallet) => wallet.connectEmail('ada@example.com')],
  ['CONNECT_DEVICE', (wallet) => wallet.connectDevice(noSignal)],
  ['CONNECT_OTP', (wallet) => wallet.connectOtp('123456')],
  ['CONNECT_SOCIAL', (wallet) => wallet.connectSocial('google', 'https://wallet.example/?code=1')],
  ['CONNECT_TELEGRAM', (wallet) => wallet.connectTelegram('user=1')],
  ['GET_SOCIAL_REDIRECT_URI', (wallet) => wallet.getSocialRedirectUri('google', noSignal)],
]

test.each(LIMITED)('error: %s fails after 30,000 ms without a reply', async (name, send) => {
  vi.useFakeTimers()
  const frame = installTestFrame({
    [name]: () => new Promise(() => undefined),
    IS_CONNECTED: () => ({ isConnected: false }),
  })
  const settled = vi.fn()
  const reply = send(openWallet())
  reply.then(settled, settled)
  await vi.waitFor(() => expect(frame.requests).toContain(name), SOON)
  await vi.advanceTimersByTimeAsync(29_990)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10)
  expect(settled).toHaveBeenCalledOnce()
  await expect(reply).rejects.toThrow('Something went wrong')
})

/** A frame that is logged in once it has been asked. */
function loggedInLater() {
  let isConnected = false
  return () => {
    const reply = { isConnected }
    isConnected = true
    return reply
  }
}

const LOGINS = LIMITED.filter(([name]) => /DEVICE|OTP|CONNECT_SOCIAL|TELEGRAM/.test(name))

test.each(LOGINS)('%s succeeds without a reply when the frame is logged in', async (name, send) => {
  vi.useFakeTimers()
  const frame = installTestFrame({
    [name]: () => new Promise(() => undefined),
    IS_CONNECTED: loggedInLater(),
  })
  const reply = send(openWallet())
  await vi.waitFor(() => expect(frame.requests).toContain(name), SOON)
  await vi.advanceTimersByTimeAsync(30_000)
  await expect(reply).resolves.toBeUndefined()
  expect(frame.requests.at(-1)).toBe('IS_CONNECTED')
})

test.each(LOGINS)(
  'error: %s without a reply, where the frame was logged in before: to another account',
  async (name, send) => {
    vi.useFakeTimers()
    const frame = installTestFrame({ [name]: () => new Promise(() => undefined) })
    const reply = send(openWallet()).then(
      () => 'succeeds',
      () => 'fails',
    )
    await vi.waitFor(() => expect(frame.requests).toContain(name), SOON)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await reply).toBe('fails')
  },
)

test('launch data is sent again only after another login, or once logged out', async () => {
  let isConnected = true
  const frame = installTestFrame({
    CONNECT_TELEGRAM: () => ({ userName: '@ada' }),
    IS_CONNECTED: () => ({ isConnected }),
  })
  const wallet = openWallet()
  const sent = () => frame.requests.filter((name) => name === 'CONNECT_TELEGRAM').length
  await wallet.connectTelegram('user=1')
  await wallet.connectTelegram('user=1')
  expect(sent()).toBe(1)
  expect(localStorage.getItem('@bullring/wallet-kit/social-username')).toBe('"@ada"')
  await wallet.connectOtp('123456')
  await wallet.connectTelegram('user=1')
  expect(sent()).toBe(2)
  await wallet.connectTelegram('user=2')
  expect(sent()).toBe(3)
  isConnected = false
  await wallet.connectTelegram('user=2')
  expect(sent()).toBe(4)
})

const never = () => new Promise(() => undefined)

test.each([
  ['ada@example.com', 'fails'],
  ['byron@example.com', 'succeeds'],
])('a change of email without a reply, after which the frame names %s, %s', async (email, end) => {
  vi.useFakeTimers()
  const user = { address: TEST_ADDRESS, chainId: 56, email }
  const frame = installTestFrame({
    UPDATE_EMAIL: () => ({ action: 'VERIFY_PRIMARY_OTP' }),
    UPDATE_EMAIL_SECONDARY_OTP: never,
    GET_USER: () => user,
  })
  const wallet = openWallet()
  await vi.waitFor(() => wallet.updateEmail('byron@example.com'), SOON)
  const reply = wallet.updateEmailSecondaryOtp('123456').catch(() => 'fails')
  await vi.waitFor(() => expect(frame.requests).toContain('UPDATE_EMAIL_SECONDARY_OTP'), SOON)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await reply).toBe(end === 'fails' ? end : email)
})

test('a login with Farcaster during which the frame loads again is found', async () => {
  const frame = installTestFrame({ CONNECT_FARCASTER: never, IS_CONNECTED: loggedInLater() })
  const reply = openWallet().connectFarcaster(noSignal)
  await vi.waitFor(() => expect(frame.requests).toContain('CONNECT_FARCASTER'))
  frame.post({ type: '@w3m-frame/READY' })
  await expect(reply).resolves.toBeUndefined()
})

test('waits for the approval of a change of email, and says so', async () => {
  const frame = installTestFrame({ UPDATE_EMAIL_PRIMARY_OTP: () => undefined })
  await openWallet().updateEmailPrimaryOtp('123456')
  expect(frame.payloads.UPDATE_EMAIL_PRIMARY_OTP).toEqual({ otp: '123456', awaitsApproval: true })
})

test('a login with Farcaster waits for the phone as long as it takes', async () => {
  vi.useFakeTimers()
  const frame = installTestFrame({ CONNECT_FARCASTER: () => new Promise(() => undefined) })
  const settled = vi.fn()
  openWallet().connectFarcaster(noSignal).then(settled, settled)
  await vi.waitFor(() => expect(frame.requests).toContain('CONNECT_FARCASTER'), SOON)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(settled).not.toHaveBeenCalled()
})

test('loads the frame with project, chain, version and logger (R-FRAME-1)', async () => {
  installTestFrame()
  await openWallet().isConnected()
  const { src } = document.querySelector<HTMLIFrameElement>('#w3m-iframe') ?? { src: '' }
  const { origin, pathname, searchParams } = new URL(src)
  expect(`${origin}${pathname}`).toBe(`${TEST_FRAME_ORIGIN}/sdk`)
  expect(Object.fromEntries(searchParams)).toEqual({
    projectId: 'test',
    chainId: 'eip155:56',
    version: '4',
    enableLogger: 'false',
  })
})

test('tells the frame that new users start with a smart account, where the app wishes it', async () => {
  const frame = installTestFrame()
  await openWallet({ startsSmart: true }).isConnected()
  expect(frame.payloads.SYNC_DAPP_DATA).toMatchObject({ followsWallet: true })
})

test('introduces the app with its project, and the type and version of the SDK (R-SERVICE-1)', async () => {
  const frame = installTestFrame()
  await openWallet().isConnected()
  expect(frame.payloads.SYNC_DAPP_DATA).toEqual({
    sdkVersion: 'react-wagmi-1.7.3',
    sdkType: 'appkit',
    hearsApproval: true,
    projectId: 'test',
  })
})
