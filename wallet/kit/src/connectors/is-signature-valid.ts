import { verifyMessage as isSignedByKey } from 'viem/utils'
import type { Config } from 'wagmi'
import { verifyMessage } from 'wagmi/actions'
import type { SignedMessage } from '#core/chain-access.ts'

/** Returns whether the account signed the message; also for contracts, deployed or not (ERC-1271, ERC-6492). */
export async function isSignatureValid(config: Config, signed: SignedMessage): Promise<boolean> {
  // A key's signature is verified without a node.
  if (await isSignedByKey(signed).catch(() => false)) return true
  return await verifyMessage(config, signed)
}
