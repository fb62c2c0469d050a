import { parse } from '@bullring/wire/parse'
import { expect, test } from 'vitest'
import { LeaderboardRequest } from './players/leaderboard.ts'
import { ProfitLineRequest } from './players/profit-line.ts'
import { RecentBetsRequest } from './players/recent-bets.ts'
import { TradeStatsRequest } from './players/trade-stats.ts'
import { TradesByUserRequest } from './players/trades-by-user.ts'
import { RoundsRequest } from './rounds/rounds.ts'
import { TokenPricesRequest } from './token-prices.ts'

const account = { user_address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }

test.each([
  ['trades-by-user (R-API-6)', TradesByUserRequest, account, { limit: 30 }],
  ['trade-stats (R-API-7)', TradeStatsRequest, account, { window: 'all' }],
  ['token-prices (R-API-8)', TokenPricesRequest, {}, { limit: 30 }],
  ['leaderboard (R-API-10)', LeaderboardRequest, {}, { window: 'day', limit: 20 }],
  ['rounds (R-API-19)', RoundsRequest, {}, { limit: 20 }],
  ['profit-line (R-API-23)', ProfitLineRequest, account, { window: 'all', points: 200 }],
  ['recent-bets (R-API-26)', RecentBetsRequest, {}, { limit: 20 }],
] as const)('fills in the defaults of %s', (_, schema, body, defaults) => {
  expect(parse(schema, body)).toMatchObject({ symbol: 'BNB', ...defaults })
})

test.each([
  ['limit', TradesByUserRequest, account, 1, 200],
  ['limit', TokenPricesRequest, {}, 1, 500],
  ['limit', RoundsRequest, {}, 1, 50],
  ['points', ProfitLineRequest, account, 4, 500],
  ['limit', RecentBetsRequest, {}, 1, 50],
] as const)('%s has its bounds', (field, schema, body, least, most) => {
  for (const value of [least, most]) {
    expect(parse(schema, { ...body, [field]: value })).toMatchObject({ [field]: value })
  }
  for (const value of [least - 1, most + 1, 1.5, '5']) {
    expect(() => parse(schema, { ...body, [field]: value })).toThrow(field)
  }
})
