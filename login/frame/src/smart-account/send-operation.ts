import type { ChainRequest } from '@bullring/approval/chain/chain-client'
import { ChainError } from '@bullring/approval/errors'
import * as z from 'zod/mini'
import {
  CONNECTION_LOST,
  TransactionRefusedError,
  TransactionUnconfirmedError,
} from '#frame-errors.ts'
import { throwIfUnconfirmed } from '#rpc/throw-if-unconfirmed.ts'

const Hash = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{64}$/))])

const Log = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })

/** Receipt of an operation: what apps receive of it (ERC-7769). */
const OperationReceipt = z.nullable(
  z.object({
    success: z.boolean(),
    logs: z.array(Log),
    receipt: z.object({
      transactionHash: Hash,
      blockHash: z.string(),
      blockNumber: z.string(),
      gasUsed: z.string(),
    }),
  }),
)
/** @see OperationReceipt */
export type OperationReceipt = z.infer<typeof OperationReceipt>

const Status = z.nullable(z.object({ state: z.string(), error: z.nullable(z.string()) }))

const POLL_MS = 500
/** Longer than a transaction waits that is replaced by ones that pay more. */
const TIMEOUT_MS = 90_000

/**
 * Sends a signed operation and returns its hash.
 *
 * @throws {TransactionRefusedError} @throws {TransactionUnconfirmedError}
 */
export async function sendOperation(
  bundler: ChainRequest,
  call: { method: string; params: unknown },
): Promise<z.infer<typeof Hash>> {
  try {
    return Hash.parse(await bundler(call))
  } catch (error) {
    throwIfUnconfirmed(error)
    if (!(error instanceof ChainError)) throw error
    throw new TransactionRefusedError(`The transaction was not sent. ${error.message}`, {
      cause: error,
    })
  }
}

/** Returns the receipt of an operation; null until it is on the chain. */
export async function readReceipt(bundler: ChainRequest, hash: string): Promise<OperationReceipt> {
  const request = { method: 'eth_getUserOperationReceipt', params: [hash] }
  return OperationReceipt.parse(await bundler(request))
}

/** Returns why an operation never gets on the chain; null when it is not known to fail. */
export async function readFailure(bundler: ChainRequest, hash: string): Promise<string | null> {
  const request = { method: 'bundler_getOperationStatus', params: [hash] }
  // Hosted bundlers lack this method.
  const reply = await bundler(request).catch((error: unknown) => {
    if (error instanceof ChainError) return null
    throw error
  })
  const status = z.safeParse(Status, reply).data ?? null
  return status?.state === 'failed' ? (status.error ?? 'It failed.') : null
}

/**
 * Waits until an operation is in a transaction, and returns its hash. Goes on when the connection is lost: the operation is
 * on its way.
 *
 * @throws {TransactionRefusedError} @throws {TransactionUnconfirmedError}
 */
export async function waitForTransaction(
  bundler: ChainRequest,
  hash: string,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
) {
  const deadline = Date.now() + timeoutMs
  let lost: unknown
  while (Date.now() < deadline) {
    try {
      const transaction = await findTransaction(bundler, hash)
      if (transaction !== null) return transaction
      lost = undefined
    } catch (error) {
      if (error instanceof TransactionRefusedError) throw error
      lost = error
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw lost === undefined
    ? new TransactionUnconfirmedError(
        'The transaction is still pending. It will appear in your activity.',
      )
    : new TransactionUnconfirmedError(CONNECTION_LOST, { cause: lost })
}

/** Returns the hash of the transaction that ran an operation; null until it is on the chain. */
async function findTransaction(bundler: ChainRequest, hash: string) {
  const receipt = await readReceipt(bundler, hash)
  if (receipt?.success === true) return receipt.receipt.transactionHash
  // The transaction itself succeeds, so its receipt would not tell the app.
  if (receipt !== null) throw new TransactionRefusedError('The contract rejected the transaction.')
  const failure = await readFailure(bundler, hash)
  if (failure !== null) throw new TransactionRefusedError(`The transaction failed. ${failure}`)
  return null
}
