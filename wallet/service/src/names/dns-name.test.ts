import { toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { decodeDnsName } from './dns-name.ts'

describe('decodeDnsName', () => {
  test.each(['alice.bullring.test', 'test', 'a-1.b.c.d'])(
    'decodes what viem encodes: %s',
    (name) => {
      expect(decodeDnsName(toHex(packetToBytes(name)))).toBe(name)
    },
  )

  test.each(['0x', '0x05', '0x05616c', '0x0161', '0x01610000', '0xff61'])(
    'error: returns null for %s',
    (encoded) => {
      expect(decodeDnsName(encoded as `0x${string}`)).toBeNull()
    },
  )
})
