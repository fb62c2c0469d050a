import { base58 } from '@scure/base'
import { type Hex, hexToBytes, isHex, stringToBytes } from 'viem'
import { InvalidRequestError } from '#frame-errors.ts'
import { signMessage, signTypedData } from '#keys/sign-evm.ts'
import { signSolanaMessage } from '#keys/sign-solana.ts'
import { type ApprovalContext, toApprovalRequest, unlock } from './approval-context.ts'
import { readMessage } from './read-message.ts'
import { readTypedData } from './read-typed-data.ts'

const OTHER_ACCOUNT = 'The request is for another account than this wallet.'

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

/** Handles `solana_signMessage`. Returns the signature in base58. */
export async function approveSolanaMessage(
  context: ApprovalContext,
  params: { message: string; pubkey: string },
): Promise<{ signature: string }> {
  if (params.pubkey !== context.session.wallet.solana) throw new InvalidRequestError(OTHER_ACCOUNT)
  const bytes = decodeBase58(params.message)
  const request = toApprovalRequest(context, readMessage(bytes, params.message))
  return await context.queue.ask(request, async () => ({
    signature: await unlock(context, { method: 'solana_signMessage', params }, ({ solanaKey }) =>
      signSolanaMessage(bytes, solanaKey),
    ),
  }))
}

function requireOwn(account: string, address: unknown): void {
  if (typeof address !== 'string' || address.toLowerCase() !== account.toLowerCase()) {
    throw new InvalidRequestError(OTHER_ACCOUNT)
  }
}

function decodeBase58(text: string): Uint8Array {
  try {
    return base58.decode(text)
  } catch {
    throw new InvalidRequestError('The message is not in base58.')
  }
}
