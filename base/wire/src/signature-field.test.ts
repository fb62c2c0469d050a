import { CreateReferRequest } from '@bullring/game-api/create-refer'
import { RegisterNameRequest } from '@bullring/wallet-api/blockchain-api/register-name'
import { SiwxVerifyRequest } from '@bullring/wallet-api/siwx/verify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const REQUESTS = [
  [SiwxVerifyRequest, { message: 'hi' }],
  [RegisterNameRequest, { coin_type: 60, address: ALICE, message: '{}' }],
  [CreateReferRequest, { refer_code: 'abcd', user_address: ALICE }],
] as const

test.each([
  [`0x${'ab'.repeat(65)}`, true],
  [`0x${'Ab'.repeat(31)}`, true],
  [`0x${'ab'.repeat(30)}`, false],
  [`0x${'ab'.repeat(31)}a`, false],
  [`${'ab'.repeat(65)}`, false],
  [`0x${'ab'.repeat(20_000)}`, false],
])('every request that takes a signature checks its length: %.12s is %s', (signature, isValid) => {
  for (const [schema, body] of REQUESTS) {
    expect(z.safeParse(schema, { ...body, signature }).success).toBe(isValid)
  }
})
