import { createEncodedRecap, formatMessage } from '@walletconnect/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { toCacao } from './cacao.ts'
import { readRecap, writeRecap } from './recap.ts'
import { writeSignInMessage } from './sign-in-message.ts'
import { isSignedByKey } from './verify-cacao.ts'

const ACCOUNT = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const CAIP_10 = `eip155:56:${ACCOUNT.address}`
const PAYLOAD = {
  domain: 'app.example',
  aud: 'https://app.example/login',
  version: '1',
  nonce: 'a1b2c3d4',
  iat: '2026-01-01T00:00:00.000Z',
  chains: ['eip155:56'],
}

test.each([
  ['the least', {}],
  ['a statement', { statement: 'Play with BNB.' }],
  ['a recap', { resources: ['https://a.example', writeRecap(['z', 'a'], ['eip155:56'])] }],
  [
    'everything',
    {
      statement: 'Play with BNB.',
      resources: [createEncodedRecap('eip155', 'request', ['personal_sign', 'eth_sign'])],
      exp: '2026-01-02T00:00:00.000Z',
      nbf: '2026-01-01T00:00:00.000Z',
      requestId: 'r1',
    },
  ],
])('writes %s as the official client does', (_name, changes) => {
  const cacao = toCacao({ ...PAYLOAD, ...changes }, CAIP_10, '')
  const official = formatMessage({ ...PAYLOAD, ...changes }, cacao.p.iss)
  expect(writeSignInMessage(cacao.p)).toBe(official)
})

test('reads what a recap allows', () => {
  const chains = ['eip155:56', 'eip155:97']
  expect(readRecap([writeRecap(['b', 'a'], chains)])).toEqual({ methods: ['a', 'b'], chains })
  expect(readRecap(['https://a.example', 'urn:recap:!'])).toEqual({ methods: [], chains: [] })
})

test('verifies who signed', async () => {
  const unsigned = toCacao(PAYLOAD, CAIP_10, '')
  const signature = await ACCOUNT.signMessage({ message: writeSignInMessage(unsigned.p) })
  expect(isSignedByKey(toCacao(PAYLOAD, CAIP_10, signature))).toBe(true)
  expect(isSignedByKey(toCacao({ ...PAYLOAD, nonce: 'other' }, CAIP_10, signature))).toBe(false)
  const other = `eip155:56:0x${'aa'.repeat(20)}`
  expect(isSignedByKey(toCacao(PAYLOAD, other, signature))).toBe(false)
  expect(isSignedByKey(toCacao(PAYLOAD, CAIP_10, `0x${'00'.repeat(65)}`))).toBe(false)
})
