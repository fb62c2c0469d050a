import type { RpcRequest } from '@bullring/login-api/frame-messages/rpc-request'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import { installTestFrame, TEST_FRAME_ORIGIN } from '#testing/test-frame.ts'
import { createEmbeddedWallet } from './create-embedded-wallet.ts'
import { leaveForApproval } from './leave-for-approval.ts'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(window, 'TelegramWebviewProxy')
  localStorage.clear()
})

const BET: RpcRequest = { method: 'eth_sendTransaction', params: [{ to: '0x1' }] }
const URL_OF_WALLET = `${TEST_FRAME_ORIGIN}/approval#00ff`

/** Leaves a page that only remembers where to. */
function leave(reply: unknown, keep = (_id: string) => true) {
  const left: string[] = []
  const reloads = vi.fn()
  const page = Object.assign(new EventTarget(), {
    location: {
      href: 'https://game.example/?round=40',
      assign: (url: string) => left.push(url),
      reload: reloads,
    },
  }) as unknown as Window
  const dialog = document.createElement('dialog')
  const request = vi.fn(() => Promise.resolve(reply))
  const channel = { request, load: () => Promise.resolve() } as never
  const stayed = vi.fn()
  void leaveForApproval({ channel, dialog, page, origin: TEST_FRAME_ORIGIN, keep }, BET).then(
    stayed,
  )
  return { left, reloads, page, request, stayed }
}

describe('leaveForApproval', () => {
  test('leaves for the page of the wallet once the id is kept, and never goes on', async () => {
    const keep = vi.fn(() => true)
    const { left, request, stayed } = leave({ id: '00ff', url: URL_OF_WALLET }, keep)
    await expect.poll(() => left).toEqual([URL_OF_WALLET])
    expect(keep).toHaveBeenCalledWith('00ff')
    expect(request).toHaveBeenCalledWith(
      'SYNC_THEME',
      expect.objectContaining({ themeMode: 'light' }),
    )
    expect(request).toHaveBeenLastCalledWith('KEEP_REQUEST', {
      request: BET,
      returnTo: 'https://game.example/?round=40',
    })
    expect(stayed).not.toHaveBeenCalled()
  })

  test('a page that the browser has kept starts again', async () => {
    const { left, page, reloads } = leave({ id: '00ff', url: URL_OF_WALLET })
    await expect.poll(() => left).toHaveLength(1)
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    expect(reloads).not.toHaveBeenCalled()
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(reloads).toHaveBeenCalledOnce()
  })

  test.each([
    ['the frame keeps nothing', null, true],
    ['the page is of another origin', { id: '00ff', url: 'https://attacker.example/#00ff' }, true],
    ['the id cannot be kept', { id: '00ff', url: URL_OF_WALLET }, false],
  ])('stays where %s', async (_, reply, canKeep) => {
    const { left, stayed } = leave(reply, () => canKeep)
    await expect.poll(() => stayed.mock.calls).toHaveLength(1)
    expect(left).toEqual([])
  })
})

function openWallet(leavesPage: () => null): EmbeddedWallet {
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
    leavesPage,
  })
}

const HASH = `0x${'ab'.repeat(32)}`

describe('createEmbeddedWallet', () => {
  test.each([true, false])('asks the page only in Telegram: %s', async (isTelegram) => {
    if (isTelegram) Object.assign(window, { TelegramWebviewProxy: {} })
    installTestFrame({ RPC_REQUEST: () => HASH })
    const leavesPage = vi.fn(() => null)
    // The frame shows a request that the page could not go on with.
    expect(await openWallet(leavesPage).request(BET)).toBe(HASH)
    expect(leavesPage).toHaveBeenCalledTimes(isTelegram ? 1 : 0)
  })

  test('takes an outcome as the request would have ended', async () => {
    const outcomes: unknown[] = [
      { result: HASH },
      { result: null },
      { error: { message: 'User rejected the request.' } },
    ]
    installTestFrame({ TAKE_OUTCOME: () => outcomes.shift() })
    const wallet = openWallet(() => null)
    expect(await wallet.takeOutcome('00ff')).toBe(HASH)
    expect(await wallet.takeOutcome('00ff')).toBeNull()
    await expect(wallet.takeOutcome('00ff')).rejects.toMatchObject({ code: 4001 })
  })
})
