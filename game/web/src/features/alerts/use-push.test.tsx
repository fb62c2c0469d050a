import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import { usePushProblem } from '#chain/wallet/push-registration.ts'
import { setSignInSession } from '#chain/wallet/sign-in-session.ts'
import { changeSettings } from '#settings/device-settings.ts'
import { PUSH_BROWSER, PUSH_KEY, stubPush } from '#testing/stub-push.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { usePush } from './use-push.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TEXTS = { won: 'won', lost: 'lost', refunded: 'refunded', round: 'round' }

beforeEach(() => {
  localStorage.clear()
  stubPush()
  changeSettings({ hasNotifications: true, hasPush: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function visit(pushSubscribe: GameApi['pushSubscribe']) {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppConfigContext value={testAppConfig({ pushKey: PUSH_KEY })}>
      <QueryClientProvider client={client}>
        <GameApiContext value={{ ...createGameApi(), pushSubscribe }}>{children}</GameApiContext>
      </QueryClientProvider>
    </AppConfigContext>
  )
  const use = () => {
    usePush(ALICE, TEXTS)
    return usePushProblem()
  }
  return { ...renderHook(use, { wrapper }), client }
}

test('registers the browser without a proof, and with the sign-in session once there is one', async () => {
  const problem = { status: 401, detail: null, retryAfterSeconds: null }
  const pushSubscribe = vi.fn<GameApi['pushSubscribe']>((_account, _browser, { token }) =>
    token === 'of-alice'
      ? Promise.resolve()
      : Promise.reject(
          new ApiProblemError('/api/push-subscribe', {
            ...problem,
            problemCode: 'account.unproven',
          }),
        ),
  )
  const { result, client } = visit(pushSubscribe)
  await waitFor(() => expect(result.current).toBe('unproven'))
  act(() => setSignInSession(client, { account: ALICE, token: 'of-alice' }))
  await waitFor(() => expect(result.current).toBeNull())
  expect(pushSubscribe.mock.calls).toEqual([
    [ALICE, PUSH_BROWSER, {}],
    [ALICE, PUSH_BROWSER, { token: 'of-alice' }],
  ])
})
