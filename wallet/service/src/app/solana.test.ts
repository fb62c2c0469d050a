import type { RunningService } from '@bullring/server/run-service'
import { SOLANA_CHAIN, type SolanaNode, startSolanaNode } from '@bullring/stack/testing/solana-node'
import {
  appendTransactionMessageInstruction,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  lamports,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fetchChecked, PROJECT_ID, startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const SOL = 1_000_000_000n

let chain: TestChain
let node: SolanaNode
let wallet: RunningService
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  ;[chain, node, database] = await Promise.all([
    startTestChain(),
    startSolanaNode(),
    createTestDatabase(inject('postgresUrl')),
  ])
  const nodeOf = (id: string) => `${id.slice('solana:'.length)}=${node.url}`
  wallet = await startTestWallet(chain, database.url, {
    // The second one serves another cluster than it should.
    WALLET_SOLANA_RPC_URLS: `${nodeOf(SOLANA_CHAIN)},${nodeOf(DEVNET)}`,
  })
})
afterAll(async () => {
  await wallet.stop()
  await Promise.all([chain.stop(), node.stop(), database.drop()])
})

function post(chainId: string, method: string, params: readonly unknown[] = []) {
  const url = new URL('/v1/', wallet.url)
  url.searchParams.set('projectId', PROJECT_ID)
  url.searchParams.set('chainId', chainId)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return fetchChecked(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
}

async function call(method: string, params: readonly unknown[] = []): Promise<unknown> {
  return await (await post(SOLANA_CHAIN, method, params)).json()
}

describe('JSON-RPC of Solana', () => {
  test('sends a transaction and reads balances', async () => {
    const [payer, friend] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
    node.network.airdrop(payer.address, lamports(2n * SOL))
    const message = appendTransactionMessageInstruction(
      getTransferSolInstruction({
        source: payer,
        destination: friend.address,
        amount: lamports(SOL),
      }),
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: node.network.latestBlockhash(), lastValidBlockHeight: 100n },
        setTransactionMessageFeePayerSigner(payer, createTransactionMessage({ version: 0 })),
      ),
    )
    const signed = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
    expect(await call('sendTransaction', [signed, { encoding: 'base64' }])).toHaveProperty('result')
    expect(await call('getBalance', [friend.address])).toMatchObject({
      result: { value: Number(SOL) },
    })
  })

  test('error: forwards no method that scans the network', async () => {
    for (const method of ['getProgramAccounts', 'getBlock', 'requestAirdrop', 'eth_blockNumber']) {
      const before = node.calls.length
      expect(await call(method)).toMatchObject({ error: { code: -32_601 } })
      expect(node.calls.slice(before)).not.toContain(method)
    }
  })

  test('error: EVM chains have no methods of Solana', async () => {
    const response = await post(`eip155:${TEST_CHAIN.id}`, 'getBalance', [])
    expect(await response.json()).toMatchObject({ error: { code: -32_601 } })
  })

  test('error: fails with 404 for a cluster without nodes', async () => {
    const response = await post('solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'getBlockHeight')
    expect(response.status).toBe(404)
    expect((await post('solana:none', 'getBlockHeight')).status).toBe(422)
  })

  test('error: uses no node of another cluster', async () => {
    await expect
      .poll(async () => await (await post(DEVNET, 'getBlockHeight')).json())
      .toMatchObject({ error: { code: -32_603 } })
  })

  test('lists the clusters among the supported chains', async () => {
    const url = `${wallet.url}/v1/supported-chains?projectId=${PROJECT_ID}`
    expect(await (await fetchChecked(url)).json()).toMatchObject({
      http: [`eip155:${TEST_CHAIN.id}`, SOLANA_CHAIN, DEVNET],
    })
  })
})
