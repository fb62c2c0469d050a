import { describe, expect, test } from 'vitest'
import { checkoutAddress } from './checkout-address.ts'

const PAGE = 'https://play.example/'

describe('checkoutAddress', () => {
  test.each([
    ['https://buy.example/x?id=1', 'https://wallets.example'],
    ['http://127.0.0.1:8080/wallet/onramp/checkout/1', 'http://127.0.0.1:8080/wallet'],
    ['https://play.example/wallet/onramp/checkout/1', '/wallet'],
  ])('accepts %s', (url, servicesUrl) => {
    expect(checkoutAddress(url, servicesUrl, PAGE)).toBe(url)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://buy.example/',
    'blob:https://play.example/1',
    '/onramp/checkout/1',
    '',
  ])('error: refuses %j', (url) => {
    expect(() => checkoutAddress(url, 'http://127.0.0.1:8080/wallet', PAGE)).toThrow(
      'not a secure web page',
    )
  })
})
