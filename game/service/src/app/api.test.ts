import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppConfig } from '@bullring/game-api/config'
import { CurrentEpochResponse } from '@bullring/game-api/current-epoch'
import { FaucetResponse } from '@bullring/game-api/faucet'
import { Health } from '@bullring/game-api/health'
import { PaymentsResponse } from '@bullring/game-api/payments'
import { PriceHistoryResponse } from '@bullring/game-api/price-history'
import { RecentBetsResponse } from '@bullring/game-api/recent-bets'
import { Round } from '@bullring/game-api/round'
import { RoundsResponse } from '@bullring/game-api/rounds'
import { TokenPricesResponse } from '@bullring/game-api/token-prices'
import { TradesByUserResponse } from '@bullring/game-api/trades-by-user'
import { productBuild } from '@bullring/server/product-build'
import type { RunningService } from '@bullring/server/run-service'
import { parse } from '@bullring/wire/parse'
import { loadImage } from '@napi-rs/canvas'
import { getAddress, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { post, startGameService } from '../testing/start-game-service.ts'

const USD = 100_000_000n
const PHASE = 1n << 64n
const idText = (round: bigint) => (PHASE + round).toString()

let chain: TestChain
let database: TestDatabase
let game: RunningService
let webRoot: string
let alice: `0x${string}`
let bob: `0x${string}`

const PAGE = new URL('../../../../game/web/index.html', import.meta.url)

/** Account 3 of the local chain's well-known mnemonic. */
const FAUCET_KEY = '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  alice = chain.traders[0] ?? '0x'
  bob = chain.traders[1] ?? '0x'
  await playSevenRounds(chain)
  webRoot = await mkdtemp(join(tmpdir(), 'web-'))
  await copyFile(PAGE, join(webRoot, 'index.html'))
  game = await startGameService(chain, database.url, {
    GAME_FAUCET_PRIVATE_KEY: FAUCET_KEY,
    GAME_PRICES: 'BNB=replayed',
    GAME_RELAY_URL: 'wss://relay.example/v2',
    GAME_WEB_ROOT: webRoot,
    GAME_PUBLIC_URL: 'https://play.example',
    // Nothing listens there: these tests call no operation of the wallet service.
    WALLET_SERVICE_URL: 'http://127.0.0.1:9',
  })
})

afterAll(async () => {
  await game.stop()
  await database.drop()
  await chain.stop()
  await rm(webRoot, { recursive: true })
})

/** Plays one round of each kind: won, one-sided, tie, void (two of them), empty and live, open. */
async function playSevenRounds({ bet, push, settle, claim, at, schedule }: TestChain) {
  const start = schedule.genesisTimestamp
  await push(599n * USD, start + 100)
  await bet(alice, 1, 'bull', parseEther('2'))
  await bet(bob, 1, 'bear', parseEther('1'))
  await push(600n * USD, start + 300)
  await bet(alice, 2, 'bull', parseEther('1'))
  await push(610n * USD + 12_345_678n, start + 605)
  await settle(1, PHASE + 2n)
  await settle(2, PHASE + 3n)
  await claim(alice, [1])
  await bet(alice, 3, 'bear', parseEther('1'))
  await bet(bob, 3, 'bull', parseEther('3'))
  await push(620n * USD, start + 900)
  await bet(bob, 4, 'bull', parseEther('1'))
  await bet(alice, 4, 'bear', parseEther('1'))
  await push(620n * USD, start + 1_200)
  await settle(3, PHASE + 4n)
  await settle(4, PHASE + 5n)
  await bet(alice, 5, 'bull', parseEther('0.5'))
  await bet(bob, 5, 'bear', parseEther('0.25'))
  await push(700n * USD, start + 1_801)
  await settle(5, PHASE + 6n)
  await settle(6, PHASE + 6n)
  await at(start + 1_850)
  await bet(bob, 7, 'bear', parseEther('2'))
  await bet(alice, 7, 'bull', parseEther('1'))
  await push(695n * USD + 50_000_000n, start + 1_900)
}

async function round(epoch: number) {
  return parse(Round, await (await post(game, '/api/round-info', { epoch })).json())
}

describe('rounds', () => {
  test('returns the open epoch', async () => {
    const response = await post(game, '/api/current-epoch', { symbol: 'BNB' })
    expect(parse(CurrentEpochResponse, await response.json())).toEqual({ epoch: 7 })
  })

  test('returns a settled round with the multiples that the contract pays', async () => {
    const start = chain.schedule.genesisTimestamp
    expect(await round(1)).toEqual({
      epoch: 1,
      start_timestamp: start,
      lock_timestamp: start + 300,
      close_timestamp: start + 600,
      lock_price: '600',
      close_price: '610.12345678',
      price_change: '10.12345678',
      total_amount: '3',
      bull_amount: '2',
      bear_amount: '1',
      bull_payout: 1.455,
      bear_payout: 2.91,
      treasury_fee: 300,
      display_type: 'expired',
      state: 'settled',
      refund_reason: null,
      winner: 'up',
      expected_lock_price: null,
      expected_close_price: null,
      lock_oracle_id: idText(2n),
      close_oracle_id: idText(3n),
    })
  })

  test('returns refunded rounds with their reason', async () => {
    expect(await round(2)).toMatchObject({ state: 'refund', refund_reason: 'one-sided' })
    expect(await round(3)).toMatchObject({
      state: 'refund',
      refund_reason: 'tie',
      winner: null,
      price_change: '0',
    })
    expect(await round(4)).toMatchObject({
      state: 'refund',
      refund_reason: 'no-price',
      lock_price: '620',
      close_price: null,
      price_change: null,
    })
    expect(await round(5)).toMatchObject({ state: 'refund', refund_reason: 'no-price' })
  })

  test('returns the live round with its change against the last price', async () => {
    const response = await post(game, '/api/live-round', {})
    expect(parse(Round, await response.json())).toMatchObject({
      epoch: 6,
      display_type: 'live',
      state: 'locked',
      lock_price: '700',
      close_price: null,
      price_change: '-4.5',
      total_amount: '0',
      bull_payout: 0,
      bear_payout: 0,
    })
  })

  test('returns the open round without an epoch, by number or by text', async () => {
    for (const body of [{}, { epoch: 7 }, { epoch: '7' }, { symbol: 'BNB' }]) {
      const response = await post(game, '/api/round-info', body)
      expect(parse(Round, await response.json())).toMatchObject({
        epoch: 7,
        display_type: 'next',
        state: 'open',
        lock_price: null,
        price_change: null,
        bull_amount: '1',
        bear_amount: '2',
      })
    }
  })
})

describe('the list of rounds', () => {
  const list = async (body: object) =>
    parse(RoundsResponse, await (await post(game, '/api/rounds', body)).json())

  test('returns the rounds below the open one, newest first, as /api/round-info does', async () => {
    const rounds = await list({})
    expect(rounds.map(({ epoch }) => epoch)).toEqual([6, 5, 4, 3, 2, 1])
    expect(rounds).toEqual(await Promise.all(rounds.map(({ epoch }) => round(epoch))))
  })

  test('pages back by epoch, down to the first round', async () => {
    const newest = await list({ limit: 4 })
    const older = await list({ limit: 4, before_epoch: newest.at(-1)?.epoch })
    expect([...newest, ...older].map(({ epoch }) => epoch)).toEqual([6, 5, 4, 3, 2, 1])
    expect(await list({ before_epoch: 1 })).toEqual([])
  })

  test('starts at the live round when the given epoch is in the future', async () => {
    const rounds = await list({ before_epoch: 999_999, limit: 1 })
    expect(rounds).toMatchObject([{ epoch: 6, display_type: 'live' }])
  })
})

describe('a shared round', () => {
  const html = async (query: string, init?: RequestInit) => {
    const response = await fetch(`${game.url}/${query}`, init)
    expect(response.status).toBe(200)
    return { response, text: await response.text() }
  }

  test('has its title, description and picture in the page, and the same policy', async () => {
    const usual = await html('')
    const { response, text } = await html('?round=1')
    expect(text).toContain('<title>Round 1: UP won - Bullring</title>')
    expect(text).toContain(
      '<meta property="og:image" content="https://play.example/share/round/1.png" />',
    )
    expect(text).toContain('<link rel="canonical" href="https://play.example/?round=1" />')
    expect(text).toContain('BNB/USD went from $600.0000 to $610.1234. Prize pool 3.0000 BNB.')
    for (const header of ['content-security-policy', 'cache-control', 'content-type']) {
      expect(response.headers.get(header)).toBe(usual.response.headers.get(header))
    }
    const head = await html('?round=1', { method: 'HEAD' })
    expect(head.text).toBe('')
    expect(head.response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  test('is described while it is live or open', async () => {
    expect((await html('?round=6')).text).toContain('<title>Round 6: live - Bullring</title>')
    expect((await html('?round=7')).text).toContain(
      '<title>Round 7: UP or DOWN? - Bullring</title>',
    )
  })

  test('error: leaves the page as it is for an address of no round', async () => {
    const usual = await html('')
    for (const query of [
      '?round=8',
      '?round=0',
      '?round=-1',
      '?round=',
      '?round=1e3',
      '?round=999999999999999999999',
      `?round=${encodeURIComponent('"><script>alert(1)</script>')}`,
      `?round=1&market=${encodeURIComponent('"><script>alert(1)</script>')}`,
      '?round=1&market=ETH',
    ]) {
      expect((await html(query)).text, query).toBe(usual.text)
    }
    const injected = await html(`?round=1&x=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(injected.text).not.toContain('alert(1)')
  })

  test('has a picture of the size that previews show', async () => {
    for (const [epoch, age] of [
      [1, 86_400],
      [2, 86_400],
      [7, 30],
    ]) {
      const response = await fetch(`${game.url}/share/round/${epoch}.png`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(response.headers.get('cache-control')).toBe(`public, max-age=${age}`)
      const image = await loadImage(Buffer.from(await response.arrayBuffer()))
      expect([image.width, image.height]).toEqual([1_200, 630])
    }
    const head = await fetch(`${game.url}/share/round/1.png`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('error: has no picture where there is no round', async () => {
    for (const file of ['8.png', '0.png', 'x.png', '1.jpg', '1.png?market=ETH', '1%2e.png']) {
      expect((await fetch(`${game.url}/share/round/${file}`)).status, file).toBe(404)
    }
  })
})

describe('trades', () => {
  const trades = async (body: unknown) =>
    parse(TradesByUserResponse, await (await post(game, '/api/trades-by-user', body)).json())

  test('returns all bets of an account with their outcomes, newest first', async () => {
    const list = await trades({ user_address: alice.toLowerCase() })
    expect(
      list.map((trade) => [
        trade.epoch,
        trade.direction,
        trade.position_amount,
        trade.state,
        trade.is_win,
        trade.win_amount,
        trade.claim_amount,
        trade.is_claimed,
      ]),
    ).toEqual([
      [7, 1, '1', 'open', null, '0', '0', false],
      [5, 1, '0.5', 'refund', null, '0', '0.5', false],
      [4, 2, '1', 'refund', null, '0', '1', false],
      [3, 2, '1', 'refund', null, '0', '1', false],
      [2, 1, '1', 'refund', null, '0', '1', false],
      [1, 1, '2', 'settled', true, '0.91', '0', true],
    ])
    expect(list.at(-1)).toMatchObject({
      round_id: 1,
      lock_price: '600',
      close_price: '610.12345678',
      total_amount: '3',
      bull_payout: 1.455,
    })
    const receipt = await chain.client.getTransactionReceipt({ hash: list[0]?.tx_hash ?? '0x' })
    const block = await chain.client.getBlock({ blockHash: receipt.blockHash })
    expect(receipt.from).toBe(alice.toLowerCase())
    expect(list[0]?.placed_at).toBe(Number(block.timestamp))
  })

  test('returns a lost bet', async () => {
    const list = await trades({ user_address: bob })
    expect(list.at(-1)).toMatchObject({
      is_win: false,
      is_claimed: false,
      win_amount: '0',
      claim_amount: '0',
      returned_amount: '0',
    })
  })

  test('returns the stakes of refunds, claimed or not, and nothing of a win', async () => {
    const list = await trades({ user_address: alice })
    expect(list.map(({ epoch, returned_amount }) => [epoch, returned_amount])).toEqual([
      [7, '0'],
      [5, '0.5'],
      [4, '1'],
      [3, '1'],
      [2, '1'],
      [1, '0'],
    ])
  })

  test('pages back by epoch', async () => {
    const newest = await trades({ user_address: alice, limit: 2 })
    const older = await trades({ user_address: alice, limit: 2, before_epoch: newest[1]?.epoch })
    expect([...newest, ...older].map(({ epoch }) => epoch)).toEqual([7, 5, 4, 3])
  })

  test('returns no trades for an account without bets', async () => {
    expect(await trades({ user_address: chain.market.oracle })).toEqual([])
  })
})

test('returns the newest bets of all accounts', async () => {
  const bets = async (body: object) =>
    parse(RecentBetsResponse, await (await post(game, '/api/recent-bets', body)).json())
  const all = await bets({ limit: 50 })
  const times = all.map(({ placed_at }) => placed_at)
  expect(all.length).toBeGreaterThan(2)
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  expect(new Set(all.map(({ user_address }) => user_address)).size).toBeGreaterThan(1)
  expect(await bets({ limit: 2 })).toEqual(all.slice(0, 2))
})

describe('payments of an account', () => {
  const read = async (query: string) => await fetch(`${game.url}/api/payments?address=${query}`)
  const payments = async (query: string) =>
    parse(PaymentsResponse, await (await read(query)).json())

  test('have the stakes and claims of each transaction, newest first', async () => {
    const { payments: all, next } = await payments(alice)
    const body = { user_address: alice, limit: 200 }
    const bets = parse(
      TradesByUserResponse,
      await (await post(game, '/api/trades-by-user', body)).json(),
    )
    const sum = (amounts: readonly string[]) =>
      amounts.reduce((total, amount) => total + parseEther(amount), 0n)
    expect(next).toBeNull()
    expect(sum(all.map(({ staked }) => staked))).toBe(
      sum(bets.map(({ position_amount }) => position_amount)),
    )
    expect(new Set(bets.map(({ tx_hash }) => tx_hash))).toEqual(
      new Set(all.filter(({ staked }) => staked !== '0').map(({ tx_hash }) => tx_hash)),
    )
    expect(all.some(({ collected }) => collected !== '0')).toBe(
      bets.some(({ is_claimed }) => is_claimed),
    )
    const blocks = all.map(({ block_number }) => block_number)
    expect(blocks).toEqual(blocks.toSorted((one, other) => other - one))
  })

  test('come in pages without gaps', async () => {
    const { payments: all } = await payments(alice)
    const paged: typeof all = []
    let next: string | null = ''
    while (next !== null) {
      const page = await payments(`${alice}&limit=1${next && `&before=${next}`}`)
      paged.push(...page.payments)
      next = page.next
    }
    expect(all.length).toBeGreaterThan(1)
    expect(paged).toEqual(all)
  })

  test.each([
    '0x1',
    `${getAddress(`0x${'1'.repeat(40)}`)}&before=x`,
    `0x${'1'.repeat(40)}&limit=0`,
  ])('error: refuses %s', async (query) => {
    expect((await read(query)).status).toBe(422)
  })
})

test('returns the oracle answers of a range with their rounds', async () => {
  const history = async (range: string) =>
    parse(PriceHistoryResponse, await (await post(game, '/api/price-history', { range })).json())
  const day = await history('1d')
  expect(day).toEqual(
    parse(TokenPricesResponse, await (await post(game, '/api/token-prices', {})).json()),
  )
  const minutes = await history('5m')
  expect(minutes.length).toBeLessThan(day.length)
  expect(minutes.at(-1)).toEqual(day.at(-1))
})

test('returns oracle answers with their rounds, oldest first', async () => {
  const prices = async (body: unknown) =>
    parse(TokenPricesResponse, await (await post(game, '/api/token-prices', body)).json())
  const start = chain.schedule.genesisTimestamp
  const all = await prices({})
  expect(all.map(({ price }) => price)).toEqual([
    '599',
    '600',
    '610.12345678',
    '620',
    '620',
    '700',
    '695.5',
  ])
  expect(all.map(({ epoch }) => epoch)).toEqual([1, 2, 3, 4, 5, 7, 7])
  expect(all[1]?.timestamp).toBe(start + 300)
  expect((await prices({ limit: 2 })).map(({ price }) => price)).toEqual(['700', '695.5'])
})

describe('system', () => {
  test('serves the configuration of the web app', async () => {
    const response = await fetch(`${game.url}/config.json`)
    expect(parse(AppConfig, await response.json())).toMatchObject({
      chain: { id: 31_337, rpcUrls: ['/rpc'], nativeCurrency: { symbol: 'BNB', decimals: 18 } },
      markets: {
        BNB: {
          prediction: getAddress(chain.market.prediction),
          oracle: getAddress(chain.market.oracle),
          genesisTimestamp: chain.schedule.genesisTimestamp,
          intervalSeconds: chain.schedule.intervalSeconds,
          settlementWindow: 86_400,
          strikeDelay: 0,
          maxPayoutMultiple: 0,
          nextTreasuryFee: null,
        },
      },
      relayUrl: 'wss://relay.example/v2',
      frameUrl: null,
      socials: [],
      walletServicesUrl: '/wallet',
      projectId: 'bullring',
      signIn: 'off',
      pushKey: null,
      build: productBuild(),
      features: { burnerWallet: true, faucet: true, telegram: false },
    })
  })

  test('allows the page to call this service and the relay', async () => {
    const policy = (await fetch(`${game.url}/`)).headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self' wss://relay.example;")
  })

  test('reports health and readiness', async () => {
    const response = await fetch(`${game.url}/healthz`)
    const newest = await chain.client.getBlock()
    expect(parse(Health, await response.json())).toMatchObject({
      block_number: Number(newest.number),
      block_timestamp: Number(newest.timestamp),
      ...productBuild(),
    })
    expect((await fetch(`${game.url}/readyz`)).status).toBe(200)
  })
})

test('the faucet serves several accounts at once', async () => {
  const newcomers = Array.from(
    { length: 5 },
    () => privateKeyToAccount(generatePrivateKey()).address,
  )
  await Promise.all(
    newcomers.map(async (address) => {
      const response = await post(game, '/api/faucet', { user_address: address })
      const { tx_hash: hash } = parse(FaucetResponse, await response.json())
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
      await expect.poll(() => chain.client.getBalance({ address })).toBe(parseEther('10'))
    }),
  )
  const again = await post(game, '/api/faucet', { user_address: newcomers[0] })
  expect(again.status).toBe(429)
  expect(again.headers.get('retry-after')).toMatch(/^\d+$/)
})
