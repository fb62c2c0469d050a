import type { ChainRequest } from '@bullring/approval/chain/chain-client'
import { simulateCalls } from '@bullring/approval/chain/simulate-call'
import {
  fetchChecked,
  PROJECT_ID,
  startTestWallet,
} from '@bullring/wallet/testing/start-test-wallet'
import { startTestChain } from '@bullring/wallet/testing/test-chain'
import { createTestDatabase } from '@bullring/wallet/testing/test-database'
import { MAX_SIMULATED_CALLS } from '@bullring/wallet-api/blockchain-api/json-rpc'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

type Services = Awaited<ReturnType<typeof startServices>>

async function startServices() {
  const [chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  const wallet = await startTestWallet(chain, database.url)
  const stop = async () => {
    await wallet.stop()
    await Promise.all([database.drop(), chain.stop()])
  }
  return { chain, url: wallet.url, stop }
}

let services: Services

beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.stop())

/** Sends the frame's requests through the core to the real wallet service. */
const request: ChainRequest = async ({ method, params }) => {
  const response = await fetchChecked(
    `${services.url}/v1/?chainId=eip155:31337&projectId=${PROJECT_ID}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    },
  )
  const reply = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (reply.error !== undefined) throw new Error(reply.error.message)
  return reply.result
}

test.each([1, 2, MAX_SIMULATED_CALLS])(
  'the wallet service simulates a batch of %i calls',
  async (count) => {
    const { chain } = services
    const [account, other] = chain.accounts
    if (account === undefined || other === undefined) throw new Error('no accounts')
    const calls = Array.from({ length: count }, () => ({
      to: other.address,
      value: 5n,
      data: '0x' as const,
    }))
    const simulation = await simulateCalls(request, chain.client, {
      account: account.address,
      calls,
    })
    const changes = [{ kind: 'coin', amount: -5n * BigInt(count) }]
    expect(simulation).toEqual({ state: 'done', changes })
  },
)
