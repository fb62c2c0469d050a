import type { OperatorMarket, OperatorReport } from '@bullring/game-api/operator'
import { MOCK_ACCOUNT } from './mock-wallet-config.ts'
import { TEST_MARKET } from './test-app-config.ts'

export const OWNED_MARKET: OperatorMarket = {
  symbol: 'BNB',
  kind: 'bullring',
  prediction: TEST_MARKET.prediction,
  problem: null,
  lag: 2,
  terms: {
    owners: [MOCK_ACCOUNT],
    minimum: '0.001',
    fee: 300,
    max_fee: 1_000,
    next: null,
    is_paused: false,
    paused_from: null,
    collectable: '0.25',
  },
}

/** A report of a quiet installation, with `overrides`. */
export function testReport(overrides: Partial<OperatorReport> = {}): OperatorReport {
  return {
    server_time: 1_000_000,
    since: 999_000,
    coin: 'BNB',
    markets: [OWNED_MARKET],
    keepers: [],
    nodes: [],
    services: [{ name: 'game', state: 'up', build: null, down: [] }],
    alerts: [],
    day: {
      mails_sent: null,
      mails_failed: null,
      codes_entered: null,
      sessions_opened: null,
      relayer_cost: null,
    },
    relayer: null,
    hours: [{ at: 997_200, bets: 3, volume: '1.5', players: 2 }],
    load: [{ at: 999_000, errors: 4, p95_ms: 25 }],
    ...overrides,
  }
}
