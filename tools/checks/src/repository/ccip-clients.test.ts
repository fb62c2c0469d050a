import { expect, test } from 'vitest'
import { unguardedClients } from './ccip-clients.ts'

test.each([
  ['createPublicClient({ transport, ccipRead: false })', 0],
  ['createPublicClient({\n  chain: defineChain({ id }),\n  ccipRead: false,\n})', 0],
  ['createPublicClient({ transport })', 1],
  ['createPublicClient({ transport })\nconst other = { ccipRead: false }', 1],
  ['createPublicClient({ ccipRead: false })\ncreatePublicClient({ transport })', 1],
])('counts clients that follow contracts to URLs in %j', (text, count) => {
  expect(unguardedClients(text)).toBe(count)
})
