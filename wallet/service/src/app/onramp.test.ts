import { createHmac, generateKeyPairSync } from 'node:crypto'
import type { RunningService } from '@bullring/server/run-service'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { HistoryResponse } from '@bullring/wallet-api/blockchain-api/history'
import { OnrampOptions, OnrampQuote, OnrampUrl } from '@bullring/wallet-api/blockchain-api/onramp'
import { parse } from '@bullring/wire/parse'
import type { Address } from 'viem'
import { bytesToHex, encodeFunctionData, getAddress, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { insertPurchase, storePayout, submitPurchase } from '../onramp/purchases.queries.ts'
import { fetchChecked, PROJECT_ID, startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const GOOD_CARD = '4242 4242 4242 4242'
const { seller } = localAccounts(0)
const SELLER_KEY = bytesToHex(seller.getHdKey().privateKey as Uint8Array)

let chain: TestChain
let database: Awaited<ReturnType<typeof createTestDatabase>>
let wallet: RunningService
let feed: Address

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  feed = await chain.deploy('MockPriceFeed', [chain.wallet.account.address])
  await setPrice(800n)
  await start()
})
afterAll(async () => {
  await wallet.stop()
  await Promise.all([chain.stop(), database.drop()])
})

async function start() {
  wallet = await startTestWallet(chain, database.url, {
    WALLET_PRICE_FEEDS: `31337=${feed}`,
    WALLET_PLAY_MONEY_PRIVATE_KEY: SELLER_KEY,
    TRUST_PROXY: '1',
  })
}

/** @param price - USD. */
async function setPrice(price: bigint) {
  const abi = parseAbi(['function push(int256 answer)'])
  const args = [price * 10n ** 8n] as const
  await chain.send({ to: feed, data: encodeFunctionData({ abi, functionName: 'push', args }) })
}

let accounts = 0
const newAccount = () => getAddress(`0x${(0xb000 + ++accounts).toString(16).padStart(40, '0')}`)

function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetchChecked(`${wallet.url}${path}?projectId=${PROJECT_ID}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers,
  })
}

async function openCheckout(account: Address, fields: object = {}): Promise<string> {
  const response = await call('/v1/generators/onrampurl', {
    destinationWallets: [{ address: account, blockchains: ['ethereum'], assets: ['USDC'] }],
    defaultNetwork: 'ethereum',
    partnerUserId: account,
    defaultExperience: 'buy',
    ...fields,
  })
  expect(response.status).toBe(200)
  const { url, purchaseId } = parse(OnrampUrl, await response.json())
  expect(url.split('/').at(-1)).toBe(purchaseId)
  return url
}

function pay(url: string, fields: { amount?: string; card?: string } = {}) {
  const body = new URLSearchParams({ amount: '40', card: GOOD_CARD, ...fields })
  return fetch(url, { method: 'POST', body, redirect: 'manual' })
}

async function purchases(account: Address) {
  const query = `projectId=${PROJECT_ID}&onramp=coinbase`
  const response = await fetchChecked(`${wallet.url}/v1/account/${account}/history?${query}`)
  return parse(HistoryResponse, await response.json()).data
}

const statusOf = async (account: Address) => (await purchases(account))[0]?.metadata.status
const SUCCESS = 'ONRAMP_TRANSACTION_STATUS_SUCCESS'
const IN_PROGRESS = 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS'
const FAILED = 'ONRAMP_TRANSACTION_STATUS_FAILED'

describe('options and quotes', () => {
  test('offer what the checkout sells, at the price of the feed', async () => {
    const options = parse(OnrampOptions, await (await call('/v1/onramp/options')).json())
    expect(options.providers).toMatchObject([{ id: 'play-money', isPlayMoney: true }])
    const [paymentCurrency] = options.paymentCurrencies
    const [purchaseCurrency] = options.purchaseCurrencies
    const [network] = purchaseCurrency?.networks ?? []
    // Other kits name the coin.
    for (const name of [network?.name, network?.chain_id, 'BNB']) {
      const request = { purchaseCurrency, paymentCurrency, amount: '100.5', network: name }
      const quote = parse(OnrampQuote, await (await call('/v1/onramp/quote', request)).json())
      expect(quote).toMatchObject({
        purchaseAmount: { amount: '0.125625', currency: 'BNB' },
        paymentTotal: { amount: '100.50', currency: 'USD' },
      })
    }
  })

  test.each([
    [{ amount: '9.99' }, 422, 'onramp.amount-out-of-range'],
    [{ amount: '7500.01' }, 422, 'onramp.amount-out-of-range'],
    [{ amount: '-50' }, 422, 'wire.invalid-message'],
    [{ amount: '1e3' }, 422, 'wire.invalid-message'],
    [{ paymentCurrency: { id: 'EUR' } }, 422, 'onramp.unknown-currency'],
    [{ purchaseCurrency: { symbol: 'USDC' } }, 422, 'onramp.unknown-currency'],
    [{ network: 'eip155:1' }, 422, 'onramp.unknown-network'],
    [{ network: 'nonsense' }, 422, 'onramp.unknown-network'],
    [{ network: 56 }, 422, 'wire.invalid-message'],
  ])('error: %j is answered with %i', async (fields, status, code) => {
    const request = {
      purchaseCurrency: { symbol: 'BNB' },
      paymentCurrency: { id: 'USD' },
      amount: '50',
      ...fields,
    }
    const response = await call('/v1/onramp/quote', request)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code })
  })
})

describe('checkout', () => {
  test('sends exactly what was paid for, once, and lists it', async () => {
    const account = newAccount()
    const url = await openCheckout(account, { presetFiatAmount: 40 })
    const page = await fetch(url)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await page.text()
    expect(text).toContain('Play money: nothing is charged')
    expect(text).toContain(account)
    expect(text).toContain('value="40"')
    expect(await purchases(account)).toEqual([])
    const [first, second] = await Promise.all([pay(url), pay(url)])
    expect([first.status, second.status]).toEqual([303, 303])
    await expect.poll(() => statusOf(account)).toBe(SUCCESS)
    expect(await chain.client.getBalance({ address: account })).toBe(parseEther('0.05'))
    const [bought, ...others] = await purchases(account)
    expect(others).toEqual([])
    expect(bought?.transfers[0]?.quantity.numeric).toBe('0.05')
    const { hash } = bought?.metadata ?? {}
    const receipt = await chain.client.getTransactionReceipt({ hash: hash as `0x${string}` })
    expect(receipt.status).toBe('success')
    expect(await (await fetch(url)).text()).toContain('You bought 0.05 BNB')
  })

  test('reports a declined card, and a purchase that stays pending', async () => {
    const [declined, waiting] = [newAccount(), newAccount()]
    const declinedUrl = await openCheckout(declined)
    await pay(declinedUrl, { card: '4000000000000002' })
    expect(await statusOf(declined)).toBe(FAILED)
    expect(await (await fetch(declinedUrl)).text()).toContain('The card was declined')
    const waitingUrl = await openCheckout(waiting)
    await pay(waitingUrl, { card: '4000-0000-0000-3220' })
    expect(await statusOf(waiting)).toBe(IN_PROGRESS)
    expect(await (await fetch(waitingUrl)).text()).toContain('in progress')
  })

  test.each([
    [{ card: '5555 5555 5555 4444' }, 'takes only the play cards'],
    [{ card: '' }, 'takes only the play cards'],
    [{ amount: '40,5' }, 'Type an amount from 10.00 to 7500.00'],
    [{ amount: '9' }, 'Type an amount'],
    [{ amount: '9'.repeat(60) }, 'Type an amount'],
    [{ amount: '"><script>' }, '&quot;&gt;&lt;script&gt;'],
  ])('error: %j is refused with a sentence', async (fields, sentence) => {
    const account = newAccount()
    const url = await openCheckout(account)
    const response = await pay(url, fields)
    // The browser loads the page again: its back button has no form to send once more.
    expect(response.status).toBe(303)
    const refused = new URL(response.headers.get('location') ?? '', url)
    expect(`${refused.origin}${refused.pathname}`).toBe(url)
    expect(await (await fetch(refused)).text()).toContain(sentence)
    expect(await (await fetch(url)).text()).not.toContain('role="alert"')
    expect(await purchases(account)).toEqual([])
  })

  test('error: an unknown checkout is not found', async () => {
    for (const id of ['x', crypto.randomUUID()]) {
      const response = await fetch(`${wallet.url}/onramp/checkout/${id}`)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('does not exist or has expired')
    }
  })

  test('opens with what the coins cost that the app presets', async () => {
    const url = await openCheckout(newAccount(), { presetCryptoAmount: 0.05 })
    expect(await (await fetch(url)).text()).toContain('value="40"')
    const both = { presetCryptoAmount: 0.05, presetFiatAmount: '60' }
    const other = await openCheckout(newAccount(), both)
    expect(await (await fetch(other)).text()).toContain('value="60"')
  })

  test('sells to the wallet of the default network', async () => {
    const [first, second] = [newAccount(), newAccount()]
    const url = await openCheckout(first, {
      destinationWallets: [
        { address: first, blockchains: ['ethereum'] },
        { address: second, blockchains: ['polygon', '31337'] },
      ],
      defaultNetwork: '31337',
    })
    expect(await (await fetch(url)).text()).toContain(second)
  })

  test.each([
    { presetCryptoAmount: 1e-7 },
    { presetFiatAmount: 1e-7 },
    { presetCryptoAmount: '-1' },
    { defaultExperience: 'send' },
  ])('error: refuses %j', async (fields) => {
    const body = { destinationWallets: [{ address: newAccount() }], ...fields }
    expect((await call('/v1/generators/onrampurl', body)).status).toBe(422)
  })

  test('is reached where the proxy publishes the service', async () => {
    const forwarded = {
      'x-forwarded-host': 'play.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/wallet',
    }
    const body = { destinationWallets: [{ address: newAccount() }] }
    const response = await call('/v1/generators/onrampurl', body, forwarded)
    const { url } = (await response.json()) as { url: string }
    expect(url).toMatch(/^https:\/\/play\.example\/wallet\/onramp\/checkout\/[0-9a-f-]{36}$/)
  })

  test('error: a foreign provider is not offered', async () => {
    const body = { destinationWallets: [{ address: newAccount() }], provider: 'coinbase' }
    expect((await call('/v1/generators/onrampurl', body)).status).toBe(501)
  })
})

describe('payouts', () => {
  async function paid(account: Address, nonce: number) {
    const id = crypto.randomUUID()
    const purchase = { id, account, fiatAmount: null, provider: 'play-money', chainId: 31_337 }
    await insertPurchase(database.db, purchase, 1_700_000_000)
    const payout = await seller.signTransaction({
      type: 'eip1559',
      chainId: 31_337,
      to: account,
      value: parseEther('0.5'),
      nonce,
      gas: 21_000n,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 1n,
    })
    await storePayout(database.db, id, payout)
    const amounts = { fiatAmount: '400.00', coinAmount: '0.5', isPaid: true }
    await submitPurchase(database.db, id, amounts, 1_700_000_001)
  }

  test('continue after a crash, each with the transaction that was signed', async () => {
    await wallet.stop()
    const account = newAccount()
    await paid(account, await chain.client.getTransactionCount({ address: seller.address }))
    await start()
    await expect.poll(() => statusOf(account)).toBe(SUCCESS)
    expect(await chain.client.getBalance({ address: account })).toBe(parseEther('0.5'))
  })

  test('sign again what another transaction has overtaken', async () => {
    const account = newAccount()
    await paid(account, 0)
    await expect.poll(() => statusOf(account)).toBe(SUCCESS)
    expect(await chain.client.getBalance({ address: account })).toBe(parseEther('0.5'))
  })
})

describe('webhooks of a public provider', () => {
  const SECRET = 'webhook-secret'
  let shop: RunningService

  beforeAll(async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    shop = await startTestWallet(chain, database.url, {
      CHAIN_ID: '56',
      WALLET_RPC_URLS: `56=${chain.rpcUrl}`,
      WALLET_ONRAMPER_API_KEY: 'pk_test_1',
      WALLET_ONRAMPER_PRIVATE_KEY: key,
      WALLET_ONRAMPER_WEBHOOK_SECRET: SECRET,
    })
  })
  afterAll(() => shop.stop())

  const signatureOf = (body: string) => createHmac('sha256', SECRET).update(body).digest('hex')

  function post(provider: string, body: string, signature: string) {
    return fetchChecked(`${shop.url}/v1/onramp/webhooks/${provider}`, {
      method: 'POST',
      body,
      headers: { 'x-onramper-webhook-signature': signature },
    })
  }

  /** Opens a checkout and returns how the provider reports its purchase. */
  async function opened(account: Address) {
    const body = JSON.stringify({ destinationWallets: [{ address: account }] })
    const path = `${shop.url}/v1/generators/onrampurl?projectId=${PROJECT_ID}`
    const response = await fetchChecked(path, { method: 'POST', body })
    const { url } = (await response.json()) as { url: string }
    const partnerContext = new URL(url).searchParams.get('partnerContext')
    return (status: string, outAmount = 0.5) =>
      JSON.stringify({ status, partnerContext, outAmount })
  }

  test('error: an unsigned report changes nothing', async () => {
    const account = newAccount()
    const report = await opened(account)
    const paid = report('paid')
    expect((await post('onramper', paid, signatureOf(paid))).status).toBe(200)
    const forged = report('completed', 900)
    for (const signature of ['', 'a'.repeat(64), signatureOf(`${forged} `)]) {
      expect((await post('onramper', forged, signature)).status).toBe(401)
    }
    expect(await statusOf(account)).toBe(IN_PROGRESS)
  })

  test('a signed report after the end changes nothing, however often it comes', async () => {
    const account = newAccount()
    const report = await opened(account)
    const completed = report('completed')
    await post('onramper', completed, signatureOf(completed))
    expect(await statusOf(account)).toBe(SUCCESS)
    const before = await purchases(account)
    const late = report('failed', 900)
    for (let times = 0; times < 2; times += 1) {
      expect((await post('onramper', late, signatureOf(late))).status).toBe(200)
      expect((await post('onramper', completed, signatureOf(completed))).status).toBe(200)
    }
    expect(await purchases(account)).toEqual(before)
  })

  test('error: a provider without webhooks here is not found', async () => {
    expect((await post('moonpay', '{}', signatureOf('{}'))).status).toBe(404)
    const body = JSON.stringify({ purchaseId: crypto.randomUUID(), status: 'success' })
    const playMoney = `${wallet.url}/v1/onramp/webhooks/play-money`
    expect((await fetchChecked(playMoney, { method: 'POST', body })).status).toBe(404)
  })
})
