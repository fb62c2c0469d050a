import { plainText } from '@bullring/wire/text/plain-text'
import { parseAmount } from '#core/account/amount/typed-amount.ts'
import type { SendProblem } from '#core/account/send/send-rules.ts'
import { isSolanaAddress, SIGNATURE_FEE, SOL_DECIMALS } from './solana-transfer.ts'

/** Reason why a transfer cannot be sent yet; null when it can. */
export type SolanaSendProblem = Exclude<SendProblem, 'selectToken'>

/** A transfer that is being entered, as typed. */
export type SolanaDraft = { amount: string; receiver: string }

/** Returns the receiver in typed or pasted text. */
export function solanaReceiver(text: string): string {
  return plainText(text).trim()
}

/**
 * Returns the first problem of a transfer (R-SEND-1); null without one.
 *
 * @param own - The user's account, which cannot be the receiver.
 * @param balance - In lamports; null while unknown.
 */
export function solanaSendProblem(
  { amount, receiver }: SolanaDraft,
  own: string,
  balance: bigint | null,
): SolanaSendProblem | null {
  const lamports = parseAmount(amount, SOL_DECIMALS)
  if (amount === '' || lamports === 0n) return 'addAmount'
  if (lamports === null) return 'incorrectValue'
  if (balance !== null && lamports > balance) return 'insufficientFunds'
  if (balance !== null && lamports + SIGNATURE_FEE > balance) return 'insufficientGas'
  const to = solanaReceiver(receiver)
  if (to === '') return 'addAddress'
  return isSolanaAddress(to) && to !== own ? null : 'invalidAddress'
}
