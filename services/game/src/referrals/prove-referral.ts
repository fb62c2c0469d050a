import { type InvitingGame, referralMessage } from '@bullring/wire/game-api/create-refer'
import type { Address, Hex } from 'viem'
import { verifyMessage } from 'viem/utils'
import { WrongReferralSignatureError } from './errors.ts'

export type ReferralProof = {
  account: Address
  referCode: string
  /** The account's signature of `referralMessage`. */
  signature: Hex | null
  /** Account that is signed in with the request's token; null for none. */
  signedIn: Address | null
  game: InvitingGame
}

/**
 * Returns whether the account itself names its inviter: by its signature or by its sign-in session. Strangers
 * make no calls to the node: a contract wallet, whose signature only the chain can check, signs in.
 *
 * @throws {WrongReferralSignatureError} for the signature of another account or text.
 */
export async function isProven({
  account,
  referCode,
  signature,
  signedIn,
  game,
}: ReferralProof): Promise<boolean> {
  if (signature === null) return signedIn === account
  const message = referralMessage(referCode, account, game)
  const isSigned = await verifyMessage({ address: account, message, signature }).catch(() => false)
  if (!isSigned) throw new WrongReferralSignatureError()
  return true
}
