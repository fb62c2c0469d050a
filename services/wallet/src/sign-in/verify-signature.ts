import type { Address, Hex } from 'viem'
import type { ChainRpc } from '../chain/chain-rpc.ts'
import { type ChainIdentity, createRpcClient } from '../chain/rpc-client.ts'
import { SignatureUncheckedError, WrongSignatureError } from './errors.ts'

export type SignedMessage = { address: Address; message: string; signature: Hex }

/**
 * Checks that `address` has signed, as the holder of a key, or as a contract wallet (ERC-1271), deployed
 * or not yet (ERC-6492). Only a contract's answer needs the chain.
 *
 * @throws {WrongSignatureError} when it has not.
 * @throws {SignatureUncheckedError} when the chain does not answer.
 */
export async function verifySignature(
  rpc: Pick<ChainRpc, 'ask'>,
  chain: ChainIdentity,
  signed: SignedMessage,
): Promise<void> {
  let isUnreachable = false
  const client = createRpcClient(rpc, chain, () => {
    isUnreachable = true
  })
  const isValid = await client.verifyMessage({ ...signed, mode: 'eoa' }).catch(() => false)
  if (isValid) return
  throw isUnreachable ? new SignatureUncheckedError() : new WrongSignatureError()
}
