import { readMessage } from '@bullring/approval/decode/read-message'
import { readTypedData } from '@bullring/approval/decode/read-typed-data'
import { InvalidRequestError } from '@bullring/approval/errors'
import { type Hex, hexToBytes, isHex, stringToBytes } from 'viem'
import { signMessage, signTypedData } from '#keys/sign-evm.ts'
import { refuseBareHash, refuseControlSignature } from '#smart-account/refuse-control.ts'
import { type ApprovalContext, toApprovalRequest, unlock } from './approval-context.ts'

/** Handles `personal_sign`. Returns the signature. */
export async function approveMessage(
  context: ApprovalContext,
  params: readonly unknown[],
): Promise<Hex> {
  const [raw, address] = params
  if (typeof raw !== 'string') throw new InvalidRequestError('The request has no message.')
  requireOwn(context, address)
  const bytes = isHex(raw) && raw.length % 2 === 0 ? hexToBytes(raw) : stringToBytes(raw)
  const message = readMessage(bytes, raw)
  if (context.account.type === 'eoa') refuseBareHash(message, bytes)
  const request = toApprovalRequest(context, message)
  const purpose = { method: 'personal_sign', params }
  return await context.queue.ask(request, async () => {
    if (context.account.type === 'smartAccount') {
      return await (await loadNested()).signNested(context, purpose, { text: bytes })
    }
    return await unlock(context, purpose, ({ evmKey }) => signMessage({ raw: bytes }, evmKey))
  })
}

/** Typed data that owners sign for a Safe. Another name would make another hash. */
const SAFE_TYPES: readonly string[] = ['SafeTx', 'SafeOp', 'SafeMessage']

/** Handles `eth_signTypedData_v4`. Returns the signature. */
export async function approveTypedData(
  context: ApprovalContext,
  params: readonly unknown[],
): Promise<Hex> {
  const [address, value] = params
  requireOwn(context, address)
  const typedData = readTypedData(value)
  if (context.account.type === 'eoa' && SAFE_TYPES.includes(typedData.primaryType)) {
    refuseControlSignature(typedData, context.session.wallet.evm)
  }
  const request = toApprovalRequest(context, { kind: 'typed-data', typedData })
  const purpose = { method: 'eth_signTypedData_v4', params }
  return await context.queue.ask(request, async () => {
    if (context.account.type === 'smartAccount') {
      return await (await loadNested()).signNested(context, purpose, { typedData })
    }
    return await unlock(context, purpose, ({ evmKey }) => signTypedData(typedData, evmKey))
  })
}

const loadNested = () => import('#smart-account/sign-nested.ts')

function requireOwn({ account }: ApprovalContext, address: unknown): void {
  if (typeof address !== 'string' || address.toLowerCase() !== account.address.toLowerCase()) {
    throw new InvalidRequestError('The request is for another account than this wallet.')
  }
}
