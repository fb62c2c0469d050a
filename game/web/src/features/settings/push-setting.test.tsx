import { pushMessage } from '@bullring/game-api/push-message'
import { ApiProblemError, ApiUnreachableError } from '@bullring/wire/http/request-errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { verifyMessage } from 'viem/utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CreateConnectorFn, createConfig, http, mock, WagmiProvider } from 'wagmi'
import { connect } from 'wagmi/actions'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import { openStorage } from '#browser/open-storage.ts'
import { burnerConnector } from '#chain/burner/burner-connector.ts'
import { chainDefinition } from '#chain/wallet/chain-definition.ts'
import { PUSH_REGISTRATION, registerPush } from '#chain/wallet/push-registration.ts'
import { changeSettings } from '#settings/device-settings.ts'
import { PUSH_BROWSER, PUSH_KEY, stubPush } from '#testing/stub-push.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { PushSetting } from './push-setting.tsx'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const appConfig = testAppConfig({ pushKey: PUSH_KEY, publicOrigin: 'https://play.example' })
const chain = chainDefinition(appConfig.chain, 'http://127.0.0.1:1')
const burner = burnerConnector(chain, openStorage(window, 'localStorage'))
const declining = mock({ accounts: [ALICE], features: { signMessageError: true } })

beforeEach(() => {
  localStorage.clear()
  stubPush()
  changeSettings({ hasNotifications: true, hasPush: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const problemOf = (problemCode: string) =>
  new ApiProblemError('/api/push-subscribe', {
    status: 401,
    detail: null,
    retryAfterSeconds: null,
    problemCode,
  })

/** Shows the switch to a visitor whose page has failed to register the browser. */
async function show(
  failure: Error,
  pushSubscribe: GameApi['pushSubscribe'],
  wallet: CreateConnectorFn = burner,
) {
  const config = createConfig({
    chains: [chain],
    connectors: [wallet],
    storage: null,
    multiInjectedProviderDiscovery: false,
    transports: { [chain.id]: http() },
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('No connector')
  const [account] = (await connect(config, { connector })).accounts
  const client = new QueryClient()
  const mutationFn = () => registerPush(() => Promise.reject(failure))
  const registration = { mutationKey: PUSH_REGISTRATION, mutationFn }
  await client.getMutationCache().build(client, registration).execute(undefined)
  render(
    <AppConfigContext value={appConfig}>
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={client}>
          <GameApiContext value={{ ...createGameApi(), pushSubscribe }}>
            <PushSetting />
          </GameApiContext>
        </QueryClientProvider>
      </WagmiProvider>
    </AppConfigContext>,
  )
  return { account }
}

const confirm = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Confirm with wallet' }))

test('signs for this browser at a click, and then has no more to confirm', async () => {
  const pushSubscribe = vi.fn<GameApi['pushSubscribe']>(() => Promise.resolve())
  const { account } = await show(problemOf('account.unproven'), pushSubscribe)
  expect(screen.getByText(/Confirm that this account is yours/)).toBeDefined()
  expect(pushSubscribe).not.toHaveBeenCalled()
  await confirm()
  expect(await screen.findByText(/Results come through the push service/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  const [, browser, proof] = pushSubscribe.mock.lastCall ?? []
  expect(browser).toEqual(PUSH_BROWSER)
  const game = {
    chainId: 31_337,
    market: TEST_MARKET.prediction,
    publicOrigin: 'https://play.example',
  }
  const message = pushMessage(PUSH_BROWSER.endpoint, account, game)
  const signature = proof?.signature ?? '0x'
  expect(await verifyMessage({ address: account, message, signature })).toBe(true)
})

test('error: a declined signature can be given later', async () => {
  const pushSubscribe = vi.fn<GameApi['pushSubscribe']>()
  await show(problemOf('account.unproven'), pushSubscribe, declining)
  await confirm()
  expect(await screen.findByText(/You declined the signature/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Confirm with wallet' })).toBeDefined()
  expect(pushSubscribe).not.toHaveBeenCalled()
})

test.each([
  [problemOf('account.wrong-signature'), /cannot be checked here/],
  [new ApiUnreachableError('/api/push-subscribe'), /could not be registered/],
])('error: says why a confirmation failed', async (failure, text) => {
  await show(problemOf('account.unproven'), () => Promise.reject(failure))
  await confirm()
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
