import { hexToBytes } from '@noble/hashes/utils'
import { formatUri, parseUri } from '@walletconnect/utils'
import { expect, test } from 'vitest'
import { hashKey } from '../crypto/bytes.ts'
import { readPairingUri, writePairingUri } from './pairing-uri.ts'

const SYM_KEY = '5f'.repeat(32)
const LINK = {
  topic: hashKey(hexToBytes(SYM_KEY)),
  symKey: SYM_KEY,
  expiryMs: 1_800_000_000_000,
  methods: ['wc_sessionAuthenticate'],
}

test('writes links as the official client does, and reads its links', () => {
  const official = formatUri({
    ...{ protocol: 'wc', version: 2, topic: LINK.topic, symKey: SYM_KEY },
    ...{ relay: { protocol: 'irn' }, methods: LINK.methods, expiryTimestamp: 1_800_000_000 },
  })
  expect(readPairingUri(official)).toEqual(LINK)
  expect(parseUri(writePairingUri(LINK))).toMatchObject({
    ...{ topic: LINK.topic, symKey: SYM_KEY, methods: LINK.methods },
    expiryTimestamp: 1_800_000_000,
  })
})

test('reads links of wallet apps around a pairing link', () => {
  const uri = encodeURIComponent(writePairingUri(LINK))
  expect(readPairingUri(`trust://wc?uri=${uri}`)).toEqual(LINK)
  // Telegram on Android: encoded twice.
  expect(readPairingUri(`https://wallet.example/wc?uri=${encodeURIComponent(uri)}`)).toEqual(LINK)
})

test.each([
  '',
  'https://example.com',
  `wc:${LINK.topic}@1?bridge=x&key=${SYM_KEY}`,
  `wc:${'00'.repeat(32)}@2?relay-protocol=irn&symKey=${SYM_KEY}`,
  `wc:${LINK.topic}@2?relay-protocol=other&symKey=${SYM_KEY}`,
  `wc:${LINK.topic}@2?relay-protocol=irn`,
])('error: %s is no pairing link', (text) => {
  expect(() => readPairingUri(text)).toThrow('no pairing link')
})
