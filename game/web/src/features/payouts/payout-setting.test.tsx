import { payoutMessage } from '@bullring/game-api/payouts'
import { toEpoch, toWei } from '@bullring/prediction/units'
import { ApiProblemError, ApiUnreachableError } from '@bullring/wire/http/request-errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Address } from 'viem'
import { verifyMessage } from 'viem/utils'
import { afterEach, expect, test, vi } from 'vitest'
import { type CreateConnectorFn, createConfig, http, mock, WagmiProvider } from 'wagmi'
import { connect } from 'wagmi/actions'
import { createGameApi, type GameApi, GameApiContext, type PayoutSwitch } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import type { Trade } from '#api/trade/trade.ts'
import { openStorage } from '#browser/open-storage.ts'
import { burnerConnector } from '#chain/burner/burner-connector.ts'
import { chainDefinition } from '#chain/wallet/chain-definition.ts'
import { setSignInSession } from '#chain/wallet/sign-in-session.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { testTrade } from '#testing/test-trade.ts'
import { PayoutSetting } from './payout-setting.tsx'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const appConfig = testAppConfig({ publicOrigin: 'https://play.example' })
const chain = chainDefinition(appConfig.chain, 'http://127.0.0.1:1')
const burner = burnerConnector(chain, openStorage(window, 'localStorage'))
const declining = mock({ accounts: [ALICE], features: { signMessageError: true } })

const OFF: PayoutSwitch = {
  isOffered: true,
  isOn: false,
  oldestEpoch: toEpoch(1n),
  refusedEpochs: [],
}
const ON: PayoutSwitch = { ...OFF, isOn: true }

afterEach(cleanup)

type Shown = {
  state: PayoutSwitch
  setPayoutSwitch?: GameApi['setPayoutSwitch']
  trades?: readonly Trade[]
  wallet?: CreateConnectorFn
  hasSession?: boolean
}

async function show({ state, wallet = burner, trades = [], hasSession = false, ...calls }: Shown) {
  const config = createConfig({
    chains: [chain],
    connectors: [wallet],
    storage: null,
    multiInjectedProviderDiscovery: false,
    transports: { [chain.id]: http() },
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('No connector')
  const [account] = (await connect(config, { connector })).accounts as readonly [Address]
  const payoutSwitch = vi.fn<GameApi['payoutSwitch']>(() => Promise.resolve(state))
  const client = new QueryClient()
  if (hasSession) setSignInSession(client, { account, token: 'of-the-account' })
  render(
    <AppConfigContext value={appConfig}>
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={client}>
          <GameApiContext value={{ ...createGameApi(), payoutSwitch, ...calls }}>
            <PayoutSetting account={account} trades={trades} />
          </GameApiContext>
        </QueryClientProvider>
      </WagmiProvider>
    </AppConfigContext>,
  )
  await vi.waitFor(() => expect(payoutSwitch).toHaveBeenCalled())
  return { account }
}

const toggle = () => screen.findByRole('switch', { name: 'Send my winnings automatically' })

test('is switched on by a signature of the account', async () => {
  const setPayoutSwitch = vi.fn<GameApi['setPayoutSwitch']>(() => Promise.resolve(ON))
  const { account } = await show({ state: OFF, setPayoutSwitch })
  expect(await screen.findByText(/You pay nothing for it/)).toBeDefined()
  await userEvent.click(await toggle())
  expect(await screen.findByText(/are sent to this account in all markets/)).toBeDefined()
  expect(await toggle()).toHaveProperty('checked', true)
  const [user, isOn, proof] = setPayoutSwitch.mock.lastCall ?? []
  expect([user, isOn]).toEqual([account, true])
  const market = TEST_MARKET.prediction
  const game = { chainId: 31_337, market, publicOrigin: 'https://play.example' }
  const signature = proof?.signature ?? '0x'
  const message = payoutMessage(true, account, game)
  expect(await verifyMessage({ address: account, message, signature })).toBe(true)
})

test('is switched off by the sign-in session, without a signature', async () => {
  const setPayoutSwitch = vi.fn<GameApi['setPayoutSwitch']>(() => Promise.resolve(OFF))
  const { account } = await show({ state: ON, setPayoutSwitch, hasSession: true })
  await userEvent.click(await toggle())
  expect(await screen.findByText(/You pay nothing for it/)).toBeDefined()
  expect(setPayoutSwitch).toHaveBeenCalledWith(account, false, { token: 'of-the-account' })
})

test.each<[string, Partial<Shown>, RegExp]>([
  [
    'nothing on its way from a round that is too old',
    { state: { ...ON, oldestEpoch: toEpoch(10n) }, trades: [testTrade(9n)] },
    /^Winnings and refunds are sent to this account/,
  ],
  ['what is on its way', { trades: [testTrade(9n)] }, /^0\.0700 BNB is on its way to you/],
  [
    'that a payment was refused',
    { state: { ...ON, refusedEpochs: [toEpoch(9n)] }, trades: [testTrade(9n)] },
    /has refused a payment/,
  ],
  [
    'nothing of a refused payment that was collected',
    {
      state: { ...ON, refusedEpochs: [toEpoch(9n)] },
      trades: [testTrade(9n, { isClaimed: true, claimAmount: toWei(0n) })],
    },
    /are sent to this account/,
  ],
  [
    'that another market has it, and this one does not',
    { state: { ...ON, isOffered: false } },
    /This market does not send winnings/,
  ],
])('says %s', async (_, shown, text) => {
  await show({ state: ON, ...shown })
  expect(await screen.findByText(text)).toBeDefined()
})

test('is not there where the market does not offer it', async () => {
  await show({ state: { ...OFF, isOffered: false } })
  expect(screen.queryByRole('switch')).toBeNull()
})

const wrongSignature = new ApiProblemError('/api/set-payout-switch', {
  status: 401,
  detail: null,
  retryAfterSeconds: null,
  problemCode: 'account.wrong-signature',
})

test.each<[Partial<Shown>, RegExp]>([
  [{ wallet: declining }, /You declined the signature/],
  [{ setPayoutSwitch: () => Promise.reject(wrongSignature) }, /cannot be checked here/],
  [
    { setPayoutSwitch: () => Promise.reject(new ApiUnreachableError('/api/set-payout-switch')) },
    /could not be saved/,
  ],
])('error: stays off, and says why', async (shown, text) => {
  await show({ state: OFF, ...shown })
  await userEvent.click(await toggle())
  expect(await screen.findByText(text)).toBeDefined()
  expect(await toggle()).toHaveProperty('checked', false)
})
