import { hexToBytes } from '@noble/hashes/utils'
import { formatUri, parseUri } from '@walletconnect/utils'
import { expect, test } from 'vitest'
import { hashKey } from '../crypto/hash.ts'
import { readPairingUri, writePairingUri } from './pairing-uri.ts'

const SYM_KEY = '5f'.repeat(32)
const LINK = {
  topic: await hashKey(hexToBytes(SYM_KEY)),
  symKey: SYM_KEY,
  expiryMs: 1_800_000_000_000,
  methods: ['wc_sessionAuthenticate'],
}

test('writes links as the official client does, and reads its links', async () => {
  const official = formatUri({
    protocol: 'wc',
    version: 2,
    topic: LINK.topic,
    symKey: SYM_KEY,
    relay: { protocol: 'irn' },
    methods: LINK.methods,
    expiryTimestamp: 1_800_000_000,
  })
  expect(await readPairingUri(official)).toEqual(LINK)
  expect(parseUri(writePairingUri(LINK))).toMatchObject({
    topic: LINK.topic,
    symKey: SYM_KEY,
    methods: LINK.methods,
    expiryTimestamp: 1_800_000_000,
  })
})

test('reads links of wallet apps around a pairing link', async () => {
  const uri = encodeURIComponent(writePairingUri(LINK))
  expect(await readPairingUri(`trust://wc?uri=${uri}`)).toEqual(LINK)
  // Telegram on Android: encoded twice.
  expect(await readPairingUri(`https://wallet.example/wc?uri=${encodeURIComponent(uri)}`)).toEqual(
    LINK,
  )
})

test.each([
  '',
  'https://example.com',
  `wc:${LINK.topic}@1?bridge=x&key=${SYM_KEY}`,
  `wc:${'00'.repeat(32)}@2?relay-protocol=irn&symKey=${SYM_KEY}`,
  `wc:${LINK.topic}@2?relay-protocol=other&symKey=${SYM_KEY}`,
  `wc:${LINK.topic}@2?relay-protocol=irn`,
])('error: %s is no pairing link', async (text) => {
  await expect(readPairingUri(text)).rejects.toThrow('no pairing link')
})
