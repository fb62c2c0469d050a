import { createHmac, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { InvalidWebhookError } from './errors.ts'
import { createMoonpay } from './moonpay.ts'
import type { OnrampProvider } from './onramp-provider.ts'
import { createOnramper } from './onramper.ts'
import { coinsFor, costOf, fiatAmount } from './prices.ts'

const HASH = `0x${'1f'.repeat(32)}`
const NOW_MS = 1_800_000_000_000
const PURCHASE = {
  id: '0b9e6c8e-6a43-4a5b-9a55-0c0f2d1f7a11',
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  fiatAmount: '40.00',
  presetCoins: null,
  partnerUserId: 'user-1',
} as const

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text)

function read(provider: OnrampProvider, body: string, headers: Record<string, string>) {
  return provider.readWebhook?.({ body, header: (name) => headers[name], nowMs: NOW_MS })
}

describe('createMoonpay', () => {
  const keys = { publicKey: 'pk_test_1', secretKey: 'sk_test_1', webhookKey: 'wk_1' }
  const moonpay = createMoonpay(keys, 'bnb_bsc')

  test('signs the query of the widget, as the provider documents it', () => {
    const url = new URL(moonpay.checkoutUrl(PURCHASE, ''))
    expect(url.origin).toBe('https://buy-sandbox.moonpay.com')
    const signature = url.searchParams.get('signature')
    const signed = url.search.slice(0, url.search.indexOf('&signature='))
    expect(signature).toBe(hmac('sk_test_1', signed).digest('base64'))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      apiKey: 'pk_test_1',
      currencyCode: 'bnb_bsc',
      walletAddress: PURCHASE.account,
      externalTransactionId: PURCHASE.id,
      baseCurrencyAmount: '40.00',
    })
    expect(url.href).not.toContain('sk_test_1')
  })

  test('opens with an amount of coins', () => {
    const purchase = { ...PURCHASE, fiatAmount: null, presetCoins: '0.5' }
    const { searchParams } = new URL(moonpay.checkoutUrl(purchase, ''))
    expect(searchParams.get('quoteCurrencyAmount')).toBe('0.5')
    expect(searchParams.get('baseCurrencyAmount')).toBeNull()
    expect(searchParams.get('externalCustomerId')).toBe('user-1')
  })

  const event = (status: string) =>
    JSON.stringify({
      type: 'transaction_updated',
      data: {
        status,
        externalTransactionId: PURCHASE.id,
        quoteCurrencyAmount: 0.05,
        cryptoTransactionId: HASH,
      },
    })
  const headersFor = (body: string, seconds = NOW_MS / 1_000) => ({
    'moonpay-signature-v2': `t=${seconds},s=${hmac('wk_1', `${seconds}.${body}`).digest('hex')}`,
  })

  test.each([
    ['completed', 'success'],
    ['failed', 'failed'],
    ['waitingPayment', 'pending'],
  ])('reads a webhook about a %s transaction', (status, expected) => {
    const body = event(status)
    expect(read(moonpay, body, headersFor(body))).toEqual({
      purchaseId: PURCHASE.id,
      status: expected,
      coinAmount: '0.05',
      txHash: HASH,
    })
  })

  test('ignores events about something else', () => {
    const body = JSON.stringify({ type: 'identity_check_updated', data: {} })
    expect(read(moonpay, body, headersFor(body))).toBeNull()
  })

  test.each([
    ['without a signature', event('completed'), {}],
    ['signed for another body', event('completed'), headersFor(event('failed'))],
    [
      'older than five minutes',
      event('completed'),
      headersFor(event('completed'), NOW_MS / 1_000 - 301),
    ],
    ['that is not JSON', 'x', headersFor('x')],
  ])('error: refuses a webhook %s', (_, body, headers) => {
    expect(() => read(moonpay, body, headers)).toThrow(InvalidWebhookError)
  })
})

describe('createOnramper', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const keys = { apiKey: 'pk_prod_1', privateKey: pkcs8, webhookSecret: 'secret' }
  const onramper = createOnramper(keys, { crypto: 'bnb_bsc', network: 'bsc' })

  test('signs the widget by version 2, as the provider documents it', () => {
    const url = new URL(onramper.checkoutUrl(PURCHASE, ''))
    expect(url.origin).toBe('https://buy.onramper.com')
    const { sigV2 = '', sigV2Fields = '', ...rest } = Object.fromEntries(url.searchParams)
    const query = url.search.slice(1, url.search.indexOf('&sigV2='))
    expect(sigV2Fields.split(',')).toEqual(
      query.split('&').map((field) => field.slice(0, field.indexOf('='))),
    )
    const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const { sigV2Timestamp, sigV2Nonce } = rest
    const lines = ['ONRAMPER-SIG-V2', sigV2Timestamp, sigV2Nonce, 'GET', '/', query, '', emptyHash]
    const signature = Buffer.from(sigV2.replace(/^v2:/, ''), 'base64')
    expect(verify(null, Buffer.from(lines.join('\n')), publicKey, signature)).toBe(true)
    expect(rest).toMatchObject({
      networkWallets: `bsc:${PURCHASE.account}`,
      partnerContext: PURCHASE.id,
    })
  })

  test.each([
    ['completed', 'success'],
    ['canceled', 'failed'],
    ['paid', 'pending'],
  ])('reads a webhook about a %s transaction', (status, expected) => {
    const body = JSON.stringify({
      status,
      partnerContext: PURCHASE.id,
      outAmount: 0.05,
      transactionHash: '',
    })
    const headers = { 'x-onramper-webhook-signature': hmac('secret', body).digest('hex') }
    expect(read(onramper, body, headers)).toMatchObject({ status: expected, txHash: null })
    expect(() => read(onramper, `${body} `, headers)).toThrow(InvalidWebhookError)
  })
})

describe('prices', () => {
  test.each([
    ['40', '40.00'],
    ['40.5', '40.50'],
    ['7500.00', '7500.00'],
    ['10', '10.00'],
    ['9.99', null],
    ['7500.01', null],
    ['10.001', null],
    ['1e3', null],
    ['', null],
  ])('fiatAmount of %j is %j', (typed, expected) => expect(fiatAmount(typed)).toBe(expected))

  test.each([
    ['0.05', 800, '40'],
    ['0.0000001', 800, '0.01'],
    ['1', 333.333, '333.34'],
  ])('costOf %s at %d rounds up to %s', (coins, price, expected) =>
    expect(costOf(coins, price)).toBe(expected),
  )

  test.each([
    ['40.00', 800, '0.05'],
    ['10.00', 3, '3.333333333333333333'],
    ['7500.00', 0.00000001, '750000000000'],
  ])('coinsFor %s at %d rounds down to %s', (fiat, price, expected) =>
    expect(coinsFor(fiat, price)).toBe(expected),
  )
})
