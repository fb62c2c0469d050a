import { failureText } from '@bullring/frame/approval/failure-text'
import { ENGLISH } from '@bullring/frame/i18n/frame-messages'
import { ChainError } from '@bullring/frame/rpc/chain-client'
import { failureReason } from '@bullring/frame/rpc/failure-reason'
import { useCallback, useEffect, useState } from 'react'
import { BaseError, isHex, RpcRequestError } from 'viem'
import { prepareTransaction } from '#chain/prepare-transaction.ts'
import { isUnreachable } from '#chain/send-signed.ts'
import type { Subject } from '#wallet/read-request.ts'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'

type Prepared =
  | { state: 'loading' }
  | { state: 'ready'; maxFee: bigint }
  | { state: 'failed'; problem: string; isTemporary: boolean }

/**
 * Reads from the chain what a transaction costs, and whether it would fail.
 *
 * @returns It, and a function to retry.
 */
export function usePrepared(
  subject: Extract<Subject, { kind: 'transaction' }>,
): [Prepared, () => void] {
  const phone = usePhone()
  const { address } = usePhoneState()
  const [prepared, setPrepared] = useState<Prepared>({ state: 'loading' })
  // The queue reads it again with each change.
  const [{ chainId, transaction }] = useState(subject)
  const load = useCallback(async () => {
    setPrepared({ state: 'loading' })
    const client = phone.chainClient(chainId)
    try {
      const { maxFee } = await prepareTransaction(client, address, chainId, transaction)
      setPrepared({ state: 'ready', maxFee })
    } catch (error) {
      setPrepared(toFailed(error))
    }
  }, [phone, address, chainId, transaction])
  useEffect(() => void load(), [load])
  return [prepared, () => void load()]
}

function toFailed(error: unknown): Prepared {
  if (isUnreachable(error)) {
    return { state: 'failed', problem: 'Could not reach the network.', isTemporary: true }
  }
  const reason = failureText(failureReason(withRevertData(error)), ENGLISH.transaction)
  return {
    state: 'failed',
    problem: `This would fail, so it cannot be sent. ${reason}`,
    isTemporary: false,
  }
}

/** Viem keeps what the node sent of a revert in the innermost error. */
function withRevertData(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  const refusal = error.walk((cause) => cause instanceof RpcRequestError)
  if (!(refusal instanceof RpcRequestError) || !isHex(refusal.data)) return error
  return new ChainError(refusal.message, refusal.data)
}
