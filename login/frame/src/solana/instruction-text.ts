import { formatAmount } from '@bullring/approval/text/format-amount'
import type { AccountName } from '#solana/instruction.ts'

/** Effect of an instruction, and the accounts that it concerns. */
export type InstructionText = {
  title: string
  detail: string
  /** Whether the user may lose more by it than the amounts say. */
  isRisky: boolean
  accounts: readonly { name: string; account: AccountName }[]
}

/** Names an account; the user's own account needs no line. */
export function othersOnly(
  name: string,
  account: AccountName,
  own: string,
): InstructionText['accounts'] {
  return account === own ? [] : [{ name, account }]
}

const SOL_DECIMALS = 9

/** Formats lamports. */
export function formatSol(lamports: bigint): string {
  return `${formatAmount(lamports, SOL_DECIMALS)} SOL`
}
