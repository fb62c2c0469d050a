import { SAFE_WALLET } from '@bullring/wire/safe-wallet'
import { expect, test, vi } from 'vitest'
import { connectToSafe, SafeRefusedError } from './call-safe.ts'

const FOREIGN = 'https://safe.example'

/** A page in a frame of Safe, which `say` speaks for. */
function frame() {
  const parent = { postMessage: vi.fn() }
  const page = Object.assign(new EventTarget(), { parent })
  const call = connectToSafe(page as unknown as Window)
  const say = (data: unknown, { origin = SAFE_WALLET, source = parent as object } = {}) =>
    page.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }))
  const idOf = () => parent.postMessage.mock.lastCall?.[0].id
  return { call, say, idOf, posted: parent.postMessage }
}

test('calls Safe, and no other page', async () => {
  const { call, say, idOf, posted } = frame()
  const info = call('getSafeInfo', undefined)
  expect(posted).toHaveBeenCalledExactlyOnceWith(
    { id: idOf(), method: 'getSafeInfo', params: undefined, env: { sdkVersion: '9.1.0' } },
    'https://app.safe.global',
  )
  say({ id: idOf(), success: true, data: 'known', version: '9.1.0' })
  expect(await info).toBe('known')
})

test.each([
  ['another origin', { origin: FOREIGN }],
  ['another window', { source: {} }],
])('ignores a response of %s', async (_, from) => {
  const { call, say, idOf } = frame()
  const info = call('getSafeInfo', undefined)
  say({ id: idOf(), success: true, data: 'forged' }, from)
  say({ id: 'other', success: true, data: 'of another call' })
  say({ id: idOf(), success: true })
  say({ id: idOf(), success: true, data: 'known' })
  expect(await info).not.toBe('forged')
})

test('ignores messages of Safe that are no responses', async () => {
  const { call, say, idOf } = frame()
  const info = call('getSafeInfo', undefined)
  for (const data of [null, 'text', { id: 7 }, { id: idOf(), data: 'no success' }]) say(data)
  say({ id: idOf(), success: true, data: 'known' })
  expect(await info).toBe('known')
})

test('error: refused, or never answered', async () => {
  const { call, say, idOf } = frame()
  const refused = call('sendTransactions', { txs: [] })
  say({ id: idOf(), success: false, error: 'Transaction was rejected' })
  await expect(refused).rejects.toBeInstanceOf(SafeRefusedError)
  const late = call('getSafeInfo', undefined, AbortSignal.timeout(5))
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
})
