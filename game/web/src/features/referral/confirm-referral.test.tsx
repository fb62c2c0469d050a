import { referralMessage } from '@bullring/game-api/create-refer'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
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
import { setSignInSession } from '#chain/wallet/sign-in-session.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { ConfirmReferral } from './confirm-referral.tsx'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CODE = 'friend-1'
const appConfig = testAppConfig({ publicOrigin: 'https://play.example' })
const chain = chainDefinition(appConfig.chain, 'http://127.0.0.1:1')

const burner = burnerConnector(chain, openStorage(window, 'localStorage'))
const declining = mock({ accounts: [ALICE], features: { signMessageError: true } })

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

/** Shows the panel to a visitor whose referral was posted without a proof. */
async function show(
  createRefer: GameApi['createRefer'],
  { wallet = burner, token = null }: { wallet?: CreateConnectorFn; token?: string | null } = {},
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
  sessionStorage.setItem('bullring.refer_code', CODE)
  sessionStorage.setItem('bullring.refer_unproven', account)
  const client = new QueryClient()
  if (token !== null) setSignInSession(client, { account, token })
  render(
    <AppConfigContext value={appConfig}>
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={client}>
          <GameApiContext value={{ ...createGameApi(), createRefer }}>
            <ConfirmReferral account={account} />
          </GameApiContext>
        </QueryClientProvider>
      </WagmiProvider>
    </AppConfigContext>,
  )
  return { account }
}

const confirm = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Confirm with wallet' }))

test('signs the invitation at a click and confirms it', async () => {
  const createRefer = vi.fn<GameApi['createRefer']>(async () => ({ isProven: true }))
  const { account } = await show(createRefer)
  expect(await screen.findByText(/A friend invited you/)).toBeDefined()
  expect(createRefer).not.toHaveBeenCalled()
  await confirm()
  expect(await screen.findByText(/Confirmed/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  const [, code, proof] = createRefer.mock.lastCall ?? []
  const game = {
    chainId: 31_337,
    market: TEST_MARKET.prediction,
    publicOrigin: 'https://play.example',
  }
  const message = referralMessage(CODE, account, game)
  const signature = proof?.signature ?? '0x'
  expect(code).toBe(CODE)
  expect(await verifyMessage({ address: account, message, signature })).toBe(true)
  expect(sessionStorage.getItem('bullring.refer_unproven')).toBeNull()
})

test('is not needed by visitors who sign in', async () => {
  await show(vi.fn(), { token: 'session' })
  await expect(screen.findByRole('status', {}, { timeout: 200 })).rejects.toThrow()
})

test('error: a declined signature can be given later', async () => {
  const createRefer = vi.fn<GameApi['createRefer']>()
  await show(createRefer, { wallet: declining })
  await confirm()
  expect(await screen.findByText(/You declined the signature/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Confirm with wallet' })).toBeDefined()
  expect(createRefer).not.toHaveBeenCalled()
})

test.each([
  [401, 'referral.wrong-signature', /cannot be checked here/],
  [503, 'wallet.service-unreachable', /Please try again/],
])('error: says why a confirmation with status %i failed', async (status, problemCode, text) => {
  const problem = { status, detail: null, problemCode, retryAfterSeconds: null }
  await show(() => Promise.reject(new ApiProblemError('/api/create_refer', problem)))
  await confirm()
  expect(await screen.findByText(text)).toBeDefined()
})
