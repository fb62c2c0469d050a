import { type Address, numberToHex } from 'viem'

const PAGE = 50
const PAGES = 200

/** Returns the account with this number of those that have bet in each round. */
export function accountOf(number: number): Address {
  return numberToHex(number, { size: 20 })
}

type Sizes = { accounts: number; rounds: number }

/** Requests of a read: connections send `bodies` in turn. */
export type TrafficRead = { name: string; path: string; bodies: readonly string[] }

/** Returns every read with as many different requests as visitors send. */
export function trafficReads({ accounts, rounds }: Sizes): readonly TrafficRead[] {
  const read = (name: string, length: number, body: (index: number) => object, path = name) => ({
    name,
    path: `/api/${path}`,
    bodies: Array.from({ length }, (_, index) => JSON.stringify(body(index))),
  })
  const account = (index: number) => accountOf(1 + ((index * 7_919) % accounts))
  const own = (index: number) => ({ user_address: account(index) })
  const all = (index: number) => ({ ...own(index), symbol: 'ALL' })
  const epoch = (index: number) => 1 + (index % rounds)
  const ranked = rankings()
  const ranking = (index: number) => ranked[index % ranked.length] ?? {}
  return [
    read('current-epoch', 1, () => ({})),
    read('round-info', rounds, (index) => ({ epoch: epoch(index) })),
    read('live-round', 1, () => ({})),
    read('rounds', PAGES, (index) => ({ before_epoch: epoch(index) + 1, limit: PAGE })),
    read('token-prices', 1, () => ({ limit: 500 })),
    read('price-history', 1, () => ({ range: '1d' })),
    read('recent-bets', 1, () => ({ limit: PAGE })),
    read('trades-by-user', accounts, own),
    read('trades-by-user, ALL', accounts, all, 'trades-by-user'),
    read('trade-stats', accounts, own),
    read('profit-line', accounts, own),
    read('leaderboard', ranked.length, ranking),
    read('leaderboard-rank', accounts, (index) => ({ ...ranking(index), ...own(index) })),
  ]
}

function rankings(): readonly { window: string; rank_by: string }[] {
  const sums = ['net_results', 'win_percent', 'total_rounds', 'total_position']
  return ['day', 'week', 'month', 'all'].flatMap((window) =>
    sums.map((rank_by) => ({ window, rank_by })),
  )
}
