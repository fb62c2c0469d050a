import { referralMessage } from '@bullring/wire/game-api/create-refer'
import type { Address, Hex } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'
import { WrongReferralSignatureError } from './errors.ts'

export type ReferralProof = {
  account: Address
  referCode: string
  /** The account's signature of `referralMessage`. */
  signature: Hex | null
  /** Account that is signed in with the request's token; null for none. */
  signedIn: Address | null
}

/**
 * Returns whether the account itself names its inviter: by its signature or by its sign-in session.
 *
 * @throws {WrongReferralSignatureError} for the signature of another account or text.
 */
export async function isProven(
  client: Pick<ChainClient, 'verifyMessage'>,
  { account, referCode, signature, signedIn }: ReferralProof,
): Promise<boolean> {
  if (signature === null) return signedIn === account
  const message = referralMessage(referCode, account)
  const isSigned = await client
    .verifyMessage({ address: account, message, signature, mode: 'eoa' })
    .catch(() => false)
  if (!isSigned) throw new WrongReferralSignatureError()
  return true
}
