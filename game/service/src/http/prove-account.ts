import type { Address, Hex } from 'viem'
import { verifyMessage } from 'viem/utils'
import { WrongSignatureError } from './errors.ts'

export type AccountProof = {
  /** Account that the request names. */
  account: Address
  /** The text to sign. */
  message: string
  /** The account's signature of `message`. */
  signature: Hex | null
  /** Account that is signed in with the request's token; null for none. */
  signedIn: Address | null
}

/**
 * Returns whether a request comes from the account that it names: by its signature or by its sign-in session. Strangers
 * make no calls to the node: a contract wallet, whose signature only the chain can check, signs in.
 *
 * @throws {WrongSignatureError} for the signature of another account or text.
 */
export async function isProven({
  account,
  message,
  signature,
  signedIn,
}: AccountProof): Promise<boolean> {
  if (signature === null) return signedIn === account
  const isSigned = await verifyMessage({ address: account, message, signature }).catch(() => false)
  if (!isSigned) throw new WrongSignatureError()
  return true
}
