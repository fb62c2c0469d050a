import { FaucetResponse } from '@bullring/wire/game-api/faucet'
import { parse } from '@bullring/wire/parse'
import type { Address, Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../testing/create-test-app.ts'
import { faucetOperations } from './faucet.operations.ts'
import { FaucetCooldown } from './faucet.ts'
import type { SendCoins } from './send-coins.ts'

const ALICE: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const HASH: Hash = `0x${'1f'.repeat(32)}`

function faucet(sendCoins: SendCoins = () => Promise.resolve(HASH)) {
  let nowMs = 1_000_000
  const post = createTestApp(
    faucetOperations({ cooldown: new FaucetCooldown(), sendCoins, nowMs: () => nowMs }),
  )
  return {
    passTime: (ms: number) => {
      nowMs += ms
    },
    request: (address: string) => post('/api/faucet', { user_address: address }),
  }
}

describe('faucetOperations', () => {
  test('sends ten coins', async () => {
    const response = await faucet().request(ALICE.toLowerCase())
    expect(parse(FaucetResponse, await response.json())).toEqual({
      amount: '10',
      tx_hash: HASH,
    })
  })

  test('error: makes an account wait a minute, in any letter case', async () => {
    const { request, passTime } = faucet()
    expect((await request(ALICE)).status).toBe(200)
    passTime(20_000)
    const refused = await request(ALICE.toLowerCase())
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('40')
    expect((await request(BOB)).status).toBe(200)
    passTime(40_000)
    expect((await request(ALICE)).status).toBe(200)
  })

  test('error: does not count a failed request', async () => {
    let isDown = true
    const { request } = faucet(() =>
      isDown ? Promise.reject(new Error('no chain')) : Promise.resolve('0x01'),
    )
    expect((await request(ALICE)).status).toBe(500)
    isDown = false
    expect((await request(ALICE)).status).toBe(200)
  })

  test('error: rejects an invalid address', async () => {
    expect((await faucet().request('0x123')).status).toBe(422)
  })
})
