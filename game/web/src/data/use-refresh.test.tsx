import { toEpoch } from '@bullring/prediction/units'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { AppConfigContext } from '#api/market/app-config.ts'
import { isClaimedHere } from '#features/history/trade-queries.ts'
import { roundKeys } from '#features/rounds/round-queries.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { testTrade } from '#testing/test-trade.ts'
import { createMarketClients, MarketClientsContext } from './market-clients.ts'
import { createQueryClient } from './query-client.ts'
import { useRefreshAfterClaim } from './use-refresh.ts'

afterEach(cleanup)

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a claim is known to all markets, of which the page may show another by then', () => {
  const markets = { BNB: TEST_MARKET, BTC: TEST_MARKET, ETH: TEST_MARKET }
  const appConfig = testAppConfig({ markets })
  const clients = createMarketClients(appConfig, createQueryClient())
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppConfigContext value={appConfig}>
      <MarketClientsContext value={clients}>
        <QueryClientProvider client={clients('BTC').client}>{children}</QueryClientProvider>
      </MarketClientsContext>
    </AppConfigContext>
  )
  const key = [...roundKeys.all, 'any']
  for (const symbol of Object.keys(markets)) clients(symbol).client.setQueryData(key, 'old')
  const { result } = renderHook(useRefreshAfterClaim, { wrapper })
  result.current({ account: ACCOUNT, symbol: 'BNB', epochs: [toEpoch(7n)] })
  const trade = testTrade(7n)
  for (const symbol of Object.keys(markets)) {
    const { client } = clients(symbol)
    expect(isClaimedHere(client, ACCOUNT, trade)).toBe(true)
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
  }
})
