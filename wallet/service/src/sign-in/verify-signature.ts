import type { ChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import type { Address, Hex } from 'viem'
import { compactSignatureToSignature, parseCompactSignature, serializeSignature, size } from 'viem'
import { type ChainIdentity, createRpcClient } from '../chain/rpc-client.ts'
import { SignatureUncheckedError, WrongSignatureError } from './errors.ts'

export type SignedMessage = { address: Address; message: string; signature: Hex }

/**
 * Checks that `address` signed the message: as the holder of a key, or as a contract wallet (ERC-1271),
 * deployed or not yet (ERC-6492). Only a contract wallet needs the chain.
 *
 * @throws {WrongSignatureError} when it did not.
 * @throws {SignatureUncheckedError} when the chain does not respond.
 */
export async function verifySignature(
  rpc: Pick<ChainRpc, 'request'>,
  chain: ChainIdentity,
  signed: SignedMessage,
): Promise<void> {
  let isUnreachable = false
  const signal = AbortSignal.timeout(TIME_LIMITS.service)
  const client = createRpcClient(rpc, chain, {
    onFailure: () => {
      isUnreachable = true
    },
    // One limit for all requests of the check.
    limit: () => signal,
  })
  const signature = withRecoveryByte(signed.signature)
  const isValid = await client
    .verifyMessage({ ...signed, signature, mode: 'eoa' })
    .catch(() => false)
  if (isValid) return
  throw isUnreachable ? new SignatureUncheckedError() : new WrongSignatureError()
}

/** Expands the compact form of 64 bytes, with the recovery bit inside `s` (EIP-2098). */
function withRecoveryByte(signature: Hex): Hex {
  if (size(signature) !== 64) return signature
  return serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))
}
