import { afterEach, expect, test, vi } from 'vitest'
import { EmbeddedWalletError } from '#core/embedded/embedded-wallet-error.ts'
import { installTestFrame, TEST_FRAME_ORIGIN, type TestFrame } from '#testing/test-frame.ts'
import { createFrameChannel } from './frame-channel.ts'
import { createFrameHost } from './frame-host.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const never = () => new Promise(() => undefined)

function open() {
  const host = createFrameHost(new URL('/sdk', TEST_FRAME_ORIGIN), document)
  const onLoadTimeout = vi.fn<() => void>()
  const onPush = vi.fn<(name: string, payload: unknown) => void>()
  const page = window
  const channel = createFrameChannel({
    host,
    origin: TEST_FRAME_ORIGIN,
    page,
    onLoadTimeout,
    onPush,
    onApproved: () => undefined,
  })
  return { channel, onLoadTimeout, onPush, host }
}

/** The id of the last request is its count. */
const replyTo = (frame: TestFrame, id: string, payload: unknown, type = 'CONNECT_EMAIL_SUCCESS') =>
  frame.post({ type: `@w3m-frame/${type}`, id, payload })

test('sends a request to the frame and returns its reply', async () => {
  const frame = installTestFrame()
  const { channel } = open()
  expect(await channel.request('CONNECT_EMAIL', { email: 'ada@example.com' })).toEqual({
    action: 'VERIFY_OTP',
  })
  expect(frame.payloads.CONNECT_EMAIL).toEqual({ email: 'ada@example.com' })
})

test('sends nothing until 500 ms after the frame is ready (R-FRAME-2)', async () => {
  vi.useFakeTimers()
  const frame = installTestFrame({}, false)
  const { channel } = open()
  const reply = channel.request('IS_CONNECTED')
  await vi.advanceTimersByTimeAsync(1_000)
  frame.post({ type: '@w3m-frame/READY', payload: {} })
  await vi.advanceTimersByTimeAsync(499)
  expect(frame.requests).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(frame.requests).toEqual(['IS_CONNECTED'])
  expect(await reply).toEqual({ isConnected: true })
})

test('puts no frame into the page before the first request', () => {
  installTestFrame()
  open()
  expect(document.querySelector('#w3m-iframe')).toBeNull()
})

test('error: rejects when the page has no window of the frame', async () => {
  const { channel, host } = open()
  vi.spyOn(host, 'load').mockReturnValue(null)
  await expect(channel.request('IS_CONNECTED')).rejects.toMatchObject({
    failure: 'notLoaded',
    message: 'W3mFrame: iframe is not set',
  })
})

test('error: rejects with the message of an error reply, or a general one', async () => {
  const handlers = { CONNECT_EMAIL: () => new Error('Too many mails') }
  installTestFrame({ ...handlers, CONNECT_OTP: () => new Error('') })
  const { channel } = open()
  await expect(channel.request('CONNECT_EMAIL', { email: 'a@b.co' })).rejects.toThrow(
    'Too many mails',
  )
  await expect(channel.request('CONNECT_OTP', { otp: '1' })).rejects.toThrow('An error occurred')
})

test('ignores replies that another window or another origin posts', async () => {
  const frame = installTestFrame({ CONNECT_EMAIL: never })
  const { channel } = open()
  const reply = channel.request('CONNECT_EMAIL', { email: 'a@b.co' })
  await expect.poll(() => frame.requests).toContain('CONNECT_EMAIL')
  const forged = { type: '@w3m-frame/CONNECT_EMAIL_SUCCESS', id: '1' }
  frame.post({ ...forged, payload: { action: 'CONNECT' } }, { source: window })
  frame.post({ ...forged, payload: { action: 'CONNECT' } }, { origin: 'https://evil.example' })
  replyTo(frame, '1', { action: 'VERIFY_DEVICE' })
  expect(await reply).toEqual({ action: 'VERIFY_DEVICE' })
})

test.each([
  ['a payload of another shape', { action: 'EVERYTHING' }, undefined],
  ['no payload', undefined, undefined],
  ['another type', { action: 'CONNECT' }, 'CONNECT_OTP_SUCCESS'],
])('error: rejects a reply with %s instead of waiting', async (_, payload, type) => {
  const frame = installTestFrame({ CONNECT_EMAIL: never })
  const { channel } = open()
  const reply = channel.request('CONNECT_EMAIL', { email: 'a@b.co' })
  const failure = expect(reply).rejects.toThrow(EmbeddedWalletError)
  await expect.poll(() => frame.requests).toContain('CONNECT_EMAIL')
  for (const malformed of [null, 'READY', {}, { type: 1 }]) frame.post(malformed)
  replyTo(frame, '1', payload, type)
  await failure
})

test('error: a frame that does not get ready is removed, and the next request loads it again', async () => {
  vi.useFakeTimers()
  installTestFrame({}, false)
  const { channel, onLoadTimeout } = open()
  const reply = channel.request('IS_CONNECTED')
  const failure = expect(reply).rejects.toThrow('Unable to load email login dependency')
  await vi.runAllTimersAsync()
  await failure
  expect(onLoadTimeout).toHaveBeenCalledOnce()
  expect(document.querySelector('#w3m-iframe')).toBeNull()
  vi.restoreAllMocks()
  installTestFrame()
  const next = channel.request('IS_CONNECTED')
  await vi.runAllTimersAsync()
  expect(await next).toEqual({ isConnected: true })
})

test('error: a request without a reply fails after 30 seconds', async () => {
  vi.useFakeTimers()
  installTestFrame({ CONNECT_DEVICE: never })
  const { channel } = open()
  const failure = expect(channel.request('CONNECT_DEVICE')).rejects.toThrow('Something went wrong')
  await vi.runAllTimersAsync()
  await failure
})

test('error: a request fails when it is aborted', async () => {
  const frame = installTestFrame({ CONNECT_FARCASTER: never })
  const { channel } = open()
  const abort = new AbortController()
  const options = { timeout: 'none', signal: abort.signal } as const
  const reply = channel.request('CONNECT_FARCASTER', undefined, options)
  const failure = expect(reply).rejects.toThrow('Request was aborted')
  await expect.poll(() => frame.requests).toContain('CONNECT_FARCASTER')
  abort.abort()
  await failure
})

test('error: requests fail when the frame has loaded again', async () => {
  const frame = installTestFrame({ CONNECT_OTP: never })
  const { channel } = open()
  const failure = expect(channel.request('CONNECT_OTP', { otp: '1' })).rejects.toThrow(
    EmbeddedWalletError,
  )
  await expect.poll(() => frame.requests).toContain('CONNECT_OTP')
  frame.post({ type: '@w3m-frame/READY', payload: {} })
  await failure
})

test('reports a user that the frame pushes', async () => {
  const frame = installTestFrame()
  const { channel, onPush } = open()
  await channel.load()
  const user = { address: '0x1', chainId: 56 }
  frame.post({ type: '@w3m-frame/GET_USER_SUCCESS', payload: user })
  expect(onPush).toHaveBeenCalledWith('GET_USER', user)
})
