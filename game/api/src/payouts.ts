import { AddressField, SymbolField } from '@bullring/wire/fields'
import { signatureField } from '@bullring/wire/signature-field'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { type SigningGame, signedText } from './referrals/signed-text.ts'

/** POST /api/payout-switch: whether an account is sent automatically what its bets can collect. */
export const PayoutSwitchRequest = z.object({ symbol: SymbolField, user_address: AddressField })

/** POST /api/set-payout-switch: switches that on or off, in all markets. The account proves that it wants it. */
export const SetPayoutSwitchRequest = z.object({
  symbol: SymbolField,
  user_address: AddressField,
  is_on: z.boolean(),
  /** The account's signature (EIP-191) of `payoutMessage`. A sign-in token in the header proves it too. */
  signature: z.optional(signatureField(6_000)),
})

/** State of the switch. */
export const PayoutSwitchResponse = z.object({
  /** Whether this market's contract can pay, and its keeper does. */
  is_offered: z.boolean(),
  is_on: z.boolean(),
  /** Time of the last change in Unix seconds; null before the first. */
  changed_at: z.nullable(z.int().check(z.nonnegative())),
  /** Oldest round of this market whose winnings are sent; older ones are claimed. */
  oldest_epoch: z.int().check(z.positive()),
  /** Recent rounds of this market whose payment the account has refused, newest first. They can be claimed. */
  refused_epochs: z.array(z.int().check(z.positive())),
})
export type PayoutSwitchResponse = z.infer<typeof PayoutSwitchResponse>

/** Returns the text that an account signs to be sent what its bets can collect, or to end that. */
export function payoutMessage(isOn: boolean, account: Address, game: SigningGame): string {
  const statement = isOn
    ? 'Send the winnings and refunds of my bets on Bullring to my account.'
    : 'Stop sending the winnings and refunds of my bets on Bullring.'
  return signedText({ statement, subject: `Automatic: ${isOn ? 'on' : 'off'}`, account }, game)
}
