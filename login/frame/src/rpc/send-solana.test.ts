// @vitest-environment node

import type { ChainRequest } from '@bullring/approval/chain/chain-client'
import { ChainError } from '@bullring/approval/errors'
import { type SolanaNode, startSolanaNode } from '@bullring/stack/testing/solana-node'
import { ApiUnreachableError } from '@bullring/wire/http/request-errors'
import {
  address,
  generateKeyPairSigner,
  getTransactionEncoder,
  type KeyPairSigner,
  lamports,
  partiallySignTransaction,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TransactionRefusedError } from '#frame-errors.ts'
import { buildTransaction } from '#testing/solana-transactions.ts'
import { sendSolana } from './send-solana.ts'

const FRIEND = address('2ojv9BAiHUrvsm9gxDe7fJSzbNZSJcxZvf8dqmWGHG8S')

let node: SolanaNode
let payer: KeyPairSigner
beforeAll(async () => {
  node = await startSolanaNode()
  payer = await generateKeyPairSigner()
  node.network.airdrop(payer.address, lamports(1_000_000_000n))
})
afterAll(() => node.stop())

const asked: unknown[] = []

const chain: ChainRequest = async (call) => {
  asked.push(call.params)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
  const reply = (await (await fetch(node.url, { method: 'POST', body })).json()) as {
    result?: unknown
    error?: { message: string }
  }
  if (reply.error) throw new ChainError(reply.error.message, undefined)
  return reply.result
}

async function signedTransfer(amount: bigint, blockhash: string): Promise<Uint8Array> {
  const transfer = getTransferSolInstruction({ source: payer, destination: FRIEND, amount })
  const unsigned = buildTransaction({
    feePayer: payer.address,
    instructions: [transfer],
    blockhash,
  })
  const signed = await partiallySignTransaction([payer.keyPair], unsigned)
  return new Uint8Array(getTransactionEncoder().encode(signed))
}

describe('sendSolana', () => {
  test('sends a transaction, with the options of the app in the words of the node', async () => {
    const signed = await signedTransfer(10_000_000n, node.network.latestBlockhash())
    const options = {
      skipPreflight: true,
      preflightCommitment: 'singleGossip',
      maxRetries: 2,
    } as const
    expect(await sendSolana(chain, signed, options)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    expect(node.network.getBalance(FRIEND)).toBe(10_000_000n)
    expect(asked.at(-1)).toMatchObject([
      {},
      { encoding: 'base64', skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 2 },
    ])
  })

  test('error: says why the network refuses it', async () => {
    const hash = node.network.latestBlockhash()
    const tooMuch = sendSolana(chain, await signedTransfer(5_000_000_000n, hash))
    await expect(tooMuch).rejects.toThrow('The balance does not cover it.')
    await expect(tooMuch).rejects.toThrow(TransactionRefusedError)
    const other = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
    const expired = sendSolana(chain, await signedTransfer(1n, other))
    await expect(expired).rejects.toThrow('The transaction was not sent.')
  })
  test('error: says that it may have been sent when the connection is lost', async () => {
    const sent = sendSolana(() => Promise.reject(new ApiUnreachableError('/')), new Uint8Array(1))
    await expect(sent).rejects.toThrow('Check your activity before you try again.')
  })
})
