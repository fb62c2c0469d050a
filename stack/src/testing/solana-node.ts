import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  type Address,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM, TransactionMetadata } from 'litesvm'
import * as z from 'zod/mini'

/** Genesis hash of the main network, which the node claims to serve. */
const GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** CAIP-2 id of the cluster that the node serves. */
export const SOLANA_CHAIN = `solana:${GENESIS_HASH.slice(0, 32)}` as const

export type SolanaNode = {
  url: string
  /** The program that executes the transactions. */
  network: LiteSVM
  /** Methods of the calls so far. */
  calls: string[]
  stop: () => Promise<void>
}

const Call = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) })

/** Starts a JSON-RPC node of Solana that executes transactions as the network does, one per block. */
export async function startSolanaNode(): Promise<SolanaNode> {
  const network = new LiteSVM()
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    const { id, method, params } = z.parse(Call, JSON.parse(await text(request)))
    calls.push(method)
    const reply = answer(network, method, params)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    network,
    calls,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Reply = { result: unknown } | { error: { code: number; message: string } }

function answer(network: LiteSVM, method: string, params: readonly unknown[]): Reply {
  const [first] = params
  const { slot } = network.getClock()
  const inContext = (value: unknown) => ({ result: { context: { slot: Number(slot) }, value } })
  switch (method) {
    case 'getGenesisHash':
      return { result: GENESIS_HASH }
    case 'getBlockHeight':
      return { result: Number(slot) }
    case 'getBalance':
      return inContext(Number(network.getBalance(String(first) as Address) ?? 0n))
    case 'getLatestBlockhash':
      return inContext({
        blockhash: network.latestBlockhash(),
        lastValidBlockHeight: Number(slot) + 150,
      })
    case 'getMinimumBalanceForRentExemption':
      return { result: Number(network.minimumBalanceForRentExemption(BigInt(Number(first)))) }
    case 'getSignatureStatuses':
      return inContext((first as string[]).map((signature) => statusOf(network, signature)))
    case 'sendTransaction':
      return execute(network, decodeTransaction(String(first)))
    default:
      return { error: { code: -32_601, message: 'Method not found' } }
  }
}

function decodeTransaction(base64: string): Transaction {
  return getTransactionDecoder().decode(Buffer.from(base64, 'base64'))
}

function execute(network: LiteSVM, transaction: Transaction): Reply {
  const result = network.sendTransaction(transaction)
  if (result instanceof FailedTransactionMetadata) {
    const message = `Transaction simulation failed: ${result.meta().logs().join(' ')} ${result.err()}`
    return { error: { code: -32_002, message } }
  }
  return { result: getSignatureFromTransaction(transaction) }
}

function statusOf(network: LiteSVM, signature: string) {
  const found = network.getTransaction(signature as Parameters<LiteSVM['getTransaction']>[0])
  if (!(found instanceof TransactionMetadata)) return null
  return { slot: 1, confirmations: null, err: null, confirmationStatus: 'finalized' }
}
