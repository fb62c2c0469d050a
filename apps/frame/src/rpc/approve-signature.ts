import { type Hex, hexToBytes, isHex, stringToBytes } from 'viem'
import { InvalidRequestError } from '#frame-errors.ts'
import { signMessage, signTypedData } from '#keys/sign-evm.ts'
import { type ApprovalContext, toApprovalRequest, unlock } from './approval-context.ts'
import { readMessage } from './read-message.ts'
import { readTypedData } from './read-typed-data.ts'

/** Handles `personal_sign`. Returns the signature. */
export async function approveMessage(
  context: ApprovalContext,
  params: readonly unknown[],
): Promise<Hex> {
  const [raw, address] = params
  if (typeof raw !== 'string') throw new InvalidRequestError('The request has no message.')
  requireOwn(context.session.wallet.evm, address)
  const bytes = isHex(raw) && raw.length % 2 === 0 ? hexToBytes(raw) : stringToBytes(raw)
  const request = toApprovalRequest(context, readMessage(bytes, raw))
  return await context.queue.ask(request, () =>
    unlock(context, { method: 'personal_sign', params }, ({ evmKey }) =>
      signMessage({ raw: bytes }, evmKey),
    ),
  )
}

/** Handles `eth_signTypedData_v4`. Returns the signature. */
export async function approveTypedData(
  context: ApprovalContext,
  params: readonly unknown[],
): Promise<Hex> {
  const [address, value] = params
  requireOwn(context.session.wallet.evm, address)
  const typedData = readTypedData(value)
  const request = toApprovalRequest(context, { kind: 'typed-data', typedData })
  return await context.queue.ask(request, () =>
    unlock(context, { method: 'eth_signTypedData_v4', params }, ({ evmKey }) =>
      signTypedData(typedData, evmKey),
    ),
  )
}

function requireOwn(account: string, address: unknown): void {
  if (typeof address !== 'string' || address.toLowerCase() !== account.toLowerCase()) {
    throw new InvalidRequestError('The request is for another account than this wallet.')
  }
}
