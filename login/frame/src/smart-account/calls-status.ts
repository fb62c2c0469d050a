import type { ChainRequest } from '@bullring/approval/chain/chain-client'
import { numberToHex } from 'viem'
import { NotSupportedError } from '#frame-errors.ts'
import { parseCallsId } from './calls-id.ts'
import { type OperationReceipt, readFailure, readReceipt } from './send-operation.ts'
import type { SentCallIds } from './sent-calls.ts'

const PENDING = 100
const CONFIRMED = 200
/** Never on the chain. */
const FAILED = 400
/** On the chain, without effect. */
const REVERTED = 500

/** Handles `wallet_getCallsStatus` (EIP-5792), in the version in which the calls were sent. */
export async function readCallsStatus(
  bundler: ChainRequest,
  { chain, sent }: { chain: { id: number }; sent: Pick<SentCallIds, 'find'> },
  [id = '']: readonly string[],
): Promise<unknown> {
  const { version, chainId, hash } = (await sent.find(id)) ?? parseCallsId(id)
  if (chainId !== chain.id) {
    throw new NotSupportedError('These calls were sent on another network than the selected one.')
  }
  const receipt = await readReceipt(bundler, hash)
  const isFailed = receipt === null && (await readFailure(bundler, hash)) !== null
  const receipts = receiptsOf(receipt)
  if (version === '1.0') {
    // This version has no status for failures: they show in the receipt.
    const status = receipt !== null || isFailed ? 'CONFIRMED' : 'PENDING'
    return { status, ...(receipts.length > 0 && { receipts }) }
  }
  return {
    version,
    id,
    chainId: numberToHex(chainId),
    atomic: true,
    status: isFailed ? FAILED : statusOf(receipt),
    receipts,
  }
}

function statusOf(receipt: OperationReceipt): number {
  if (receipt === null) return PENDING
  return receipt.success ? CONFIRMED : REVERTED
}

/** Returns the receipt of the transaction that ran all calls, in a list; an empty list while there is none. */
function receiptsOf(receipt: OperationReceipt) {
  if (receipt === null) return []
  const { success, logs, receipt: transaction } = receipt
  return [{ logs, status: success ? '0x1' : '0x0', ...transaction }]
}
