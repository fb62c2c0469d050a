import { USER_REJECTED_MESSAGE } from '@bullring/login-api/frame-messages/replies'
import { describe, expect, onTestFinished, test } from 'vitest'
import { UserRejectedError } from '#frame-errors.ts'
import { createFakeWindows } from '#testing/fake-parent.ts'
import { listenToParent } from './listen-to-parent.ts'
import { NO_REPLY, type RequestHandlers } from './request-handlers.ts'

const ORIGIN = 'https://game.example'

/** Handlers of which a test names the ones it needs. */
function handlersOf(handlers: Partial<RequestHandlers>): RequestHandlers {
  return handlers as RequestHandlers
}

async function listen(
  handlers: Partial<RequestHandlers>,
  options: { allowedOrigins?: readonly string[]; origin?: string } = {},
) {
  const windows = createFakeWindows(options.origin ?? ORIGIN)
  const end = new AbortController()
  onTestFinished(() => end.abort())
  await listenToParent({
    frame: windows.frame,
    allowedOrigins: Promise.resolve(options.allowedOrigins ?? [ORIGIN]),
    createHandlers: () => handlersOf(handlers),
    signal: end.signal,
  })
  return windows
}

describe('listenToParent', () => {
  test('posts READY with a payload object, to the parent only (rule 1)', async () => {
    const { posted } = await listen({}, { allowedOrigins: ['https://other.example', ORIGIN] })
    expect(posted).toEqual([
      { message: { type: '@w3m-frame/READY', payload: {} }, targetOrigin: ORIGIN },
    ])
  })

  test('error: a page without a parent', async () => {
    const alone = { addEventListener: () => undefined } as unknown as Window
    Object.assign(alone, { parent: alone })
    const listening = listenToParent({
      frame: alone,
      allowedOrigins: Promise.resolve([ORIGIN]),
      createHandlers: () => handlersOf({}),
      signal: new AbortController().signal,
    })
    await expect(listening).rejects.toThrow('W3mFrame: parent is not set')
  })

  test('posts nothing to a page that may not embed it', async () => {
    const { posted, send, frame } = await listen(
      { GET_CHAIN_ID: () => ({ chainId: 56 }) },
      { origin: 'https://evil.example' },
    )
    send({ type: '@w3m-app/GET_CHAIN_ID', id: 'x' })
    await settled(frame)
    expect(posted).toEqual([])
  })

  test('echoes the id in exactly one reply of the right type (rule 2)', async () => {
    const { send, repliesTo } = await listen({ GET_CHAIN_ID: () => ({ chainId: 56 }) })
    send({ type: '@w3m-app/GET_CHAIN_ID', id: 'k3x' })
    await expect.poll(() => repliesTo('k3x')).toHaveLength(1)
    expect(repliesTo('k3x')[0]?.message).toEqual({
      type: '@w3m-frame/GET_CHAIN_ID_SUCCESS',
      id: 'k3x',
      payload: { chainId: 56 },
    })
  })

  test('echoes an empty id', async () => {
    const { send, repliesTo } = await listen({ SYNC_THEME: () => undefined })
    send({ type: '@w3m-app/SYNC_THEME', id: '', payload: {} })
    await expect.poll(() => repliesTo('')).toHaveLength(1)
  })

  test('error: every error reply has a message (rule 3)', async () => {
    const { ask } = await listen({
      GET_USER: () => Promise.reject(new UserRejectedError()),
      CONNECT_OTP: () => Promise.reject(new Error('secret 0x123')),
    })
    expect(await ask('GET_USER')).toMatchObject({
      type: '@w3m-frame/GET_USER_ERROR',
      payload: { message: USER_REJECTED_MESSAGE },
    })
    // Texts of unexpected errors may hold anything.
    const { payload } = await ask('CONNECT_OTP', { otp: '123456' })
    expect(payload).toEqual({ message: 'Something went wrong. Please try again.' })
  })

  test('error: refuses methods outside the lists, and malformed payloads', async () => {
    const { ask } = await listen({})
    for (const method of ['eth_sign', 'eth_sendUserOperation']) {
      expect(await ask('RPC_REQUEST', { method, params: ['0x', '0x'] })).toMatchObject({
        type: '@w3m-frame/RPC_REQUEST_ERROR',
        payload: { message: `Requested RPC call is not allowed: ${method}` },
      })
    }
    expect(await ask('CONNECT_EMAIL', { email: 'not-an-address' })).toMatchObject({
      type: '@w3m-frame/CONNECT_EMAIL_ERROR',
    })
  })

  test('ignores siblings, popups and other origins', async () => {
    let handled = 0
    const { frame, send, posted } = await listen({
      GET_CHAIN_ID: () => {
        handled += 1
        return { chainId: 56 }
      },
    })
    const message = { type: '@w3m-app/GET_CHAIN_ID', id: 'x' }
    send(message, { source: { postMessage: () => {} } })
    send(message, { source: frame })
    send(message, { origin: 'https://evil.example' })
    send('@w3m-app/GET_CHAIN_ID')
    send({ type: '@w3m-app/constructor', id: 'y' })
    await settled(frame)
    expect(handled).toBe(0)
    expect(posted).toHaveLength(1)
  })

  test('keeps to the origin of the first request', async () => {
    const other = 'https://other.example'
    const { ask, send, frame, repliesTo } = await listen(
      { GET_CHAIN_ID: () => ({ chainId: 56 }) },
      { allowedOrigins: [ORIGIN, other] },
    )
    await ask('GET_CHAIN_ID')
    send({ type: '@w3m-app/GET_CHAIN_ID', id: 'later' }, { origin: other })
    await settled(frame)
    expect(repliesTo('later')).toEqual([])
  })

  test('handles requests concurrently (rule 20)', async () => {
    let release = () => {}
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    const { ask, send, repliesTo } = await listen({
      SYNC_DAPP_DATA: () => slow,
      GET_CHAIN_ID: () => ({ chainId: 56 }),
    })
    send({ type: '@w3m-app/SYNC_DAPP_DATA', id: 'slow', payload: { projectId: 'p' } })
    await ask('GET_CHAIN_ID')
    expect(repliesTo('slow')).toEqual([])
    release()
    await expect.poll(() => repliesTo('slow')).toHaveLength(1)
  })

  test('posts no reply to what the app no longer waits for (rule 15)', async () => {
    const { ask, send, repliesTo } = await listen({
      CONNECT_FARCASTER: () => NO_REPLY,
      RELOAD: () => undefined,
    })
    send({ type: '@w3m-app/CONNECT_FARCASTER', id: 'poll' })
    await ask('RELOAD')
    expect(repliesTo('poll')).toEqual([])
  })
})

/** Resolves once the frame has handled what was sent before. */
async function settled(frame: Window): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve(frame)
}
