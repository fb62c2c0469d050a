import { fill } from '@bullring/wire/text/fill'
import { maxUint64 } from 'viem'
import type { FrameMessages } from '#i18n/frame-messages.ts'
import type { AccountName, Instruction, TokenAmount, TokenRight } from '#solana/instruction.ts'
import { formatAmount } from './format-amount.ts'

/** What an instruction does, and which accounts it concerns. */
export type InstructionText = {
  title: string
  detail: string
  /** Whether the user may lose more by it than the amounts say. */
  isRisky: boolean
  accounts: readonly { name: string; account: AccountName }[]
}

const SOL_DECIMALS = 9

/**
 * Puts an instruction into words; null for those that say only what the transaction may cost.
 *
 * @param own - The user's account.
 */
export function describeInstruction(
  instruction: Instruction,
  own: string,
  messages: FrameMessages,
): InstructionText | null {
  const { solana, call } = messages
  switch (instruction.kind) {
    case 'transfer':
      return describeTransfer(instruction, own, messages)
    case 'account':
      return {
        title: solana.newAccount,
        detail: fill(solana.newAccountDetail, { amount: formatSol(instruction.lamports) }),
        isRisky: false,
        accounts: [
          { name: solana.account, account: instruction.account },
          { name: solana.program, account: instruction.program },
          ...othersOnly(solana.paidBy, instruction.payer, own),
        ],
      }
    case 'assignment':
      return {
        title: instruction.account === own ? solana.giveOwn : solana.giveAccount,
        detail: solana.giveAccountDetail,
        isRisky: true,
        accounts: [
          { name: solana.program, account: instruction.program },
          ...othersOnly(solana.account, instruction.account, own),
        ],
      }
    case 'nonce':
      return {
        title: solana.noExpiry,
        detail: solana.noExpiryDetail,
        isRisky: true,
        accounts: [],
      }
    case 'memo':
      return { title: solana.note, detail: instruction.text, isRisky: false, accounts: [] }
    case 'unknown':
      return {
        title: solana.callProgram,
        detail: call.callDetail,
        isRisky: true,
        accounts: [{ name: solana.program, account: instruction.program }],
      }
    case 'compute-limit':
    case 'compute-price':
    case 'compute-other':
      return null
    default:
      return describeToken(instruction, own, messages)
  }
}

/** Formats lamports. */
export function formatSol(lamports: bigint): string {
  return `${formatAmount(lamports, SOL_DECIMALS)} SOL`
}

function describeTransfer(
  { from, to, lamports }: Extract<Instruction, { kind: 'transfer' }>,
  own: string,
  { solana, call, transaction }: FrameMessages,
): InstructionText {
  const isReceived = to === own && from !== own
  return {
    title: fill(isReceived ? solana.receive : call.send, { amount: formatSol(lamports) }),
    detail: '',
    isRisky: false,
    accounts: [
      ...othersOnly(transaction.from, from, own),
      ...(isReceived ? [] : [{ name: transaction.to, account: to }]),
    ],
  }
}

type TokenInstruction = Extract<Instruction, { kind: `token-${string}` }>

function describeToken(
  instruction: TokenInstruction,
  own: string,
  messages: FrameMessages,
): InstructionText {
  const { solana, call, transaction } = messages
  switch (instruction.kind) {
    case 'token-transfer':
      return {
        title: fill(call.send, { amount: formatTokens(instruction, messages) }),
        detail: '',
        isRisky: false,
        accounts: [
          { name: solana.toTokenAccount, account: instruction.destination },
          ...mintOf(instruction, messages),
          ...othersOnly(solana.fromOwner, instruction.authority, own),
        ],
      }
    case 'token-approval':
      return {
        title:
          instruction.amount === maxUint64
            ? fill(call.spendAll, { token: call.tokens })
            : fill(call.spendSome, { amount: formatTokens(instruction, messages) }),
        detail: call.spendSomeDetail,
        isRisky: true,
        accounts: [
          { name: transaction.spender, account: instruction.delegate },
          ...mintOf(instruction, messages),
          { name: solana.tokenAccount, account: instruction.source },
        ],
      }
    case 'token-burn':
      return {
        title: fill(solana.burn, { amount: formatTokens(instruction, messages) }),
        detail: solana.burnDetail,
        isRisky: true,
        accounts: mintOf(instruction, messages),
      }
    case 'token-revocation':
      return {
        title: solana.revoke,
        detail: '',
        isRisky: false,
        accounts: [{ name: solana.tokenAccount, account: instruction.source }],
      }
    case 'token-right':
      return describeRight(instruction, messages)
    case 'token-close':
      return {
        title: solana.close,
        detail: instruction.destination === own ? solana.closeOwn : solana.closeOther,
        isRisky: instruction.destination !== own,
        accounts: [
          { name: solana.tokenAccount, account: instruction.account },
          ...othersOnly(solana.solGoesTo, instruction.destination, own),
        ],
      }
    case 'token-account':
      return {
        title: solana.newTokens,
        detail: '',
        isRisky: false,
        accounts: [
          { name: solana.tokenAccount, account: instruction.account },
          { name: transaction.token, account: instruction.mint },
          ...othersOnly(solana.owner, instruction.owner, own),
        ],
      }
  }
}

const RIGHT_TITLES = {
  owner: 'rightOwner',
  close: 'rightClose',
  mint: 'rightMint',
  freeze: 'rightFreeze',
  other: 'rightOther',
} as const satisfies Readonly<Record<TokenRight, keyof FrameMessages['solana']>>

function describeRight(
  { account, right, holder }: Extract<Instruction, { kind: 'token-right' }>,
  { solana }: FrameMessages,
): InstructionText {
  return {
    title: solana[RIGHT_TITLES[right]],
    detail:
      right === 'owner'
        ? solana.rightOwnerDetail
        : holder === null
          ? solana.rightNone
          : solana.rightDetail,
    isRisky: true,
    accounts: [
      { name: solana.tokenAccount, account },
      ...(holder === null
        ? []
        : [{ name: right === 'owner' ? solana.newOwner : solana.newHolder, account: holder }]),
    ],
  }
}

function formatTokens({ amount, decimals }: TokenAmount, { call, solana }: FrameMessages): string {
  return decimals === null
    ? fill(call.units, { amount: formatAmount(amount, 0) })
    : fill(solana.amount, { amount: formatAmount(amount, decimals) })
}

function mintOf(
  { mint, decimals }: TokenAmount,
  { transaction }: FrameMessages,
): InstructionText['accounts'] {
  return mint === null && decimals === null ? [] : [{ name: transaction.token, account: mint }]
}

/** The user's own account needs no line. */
function othersOnly(name: string, account: AccountName, own: string): InstructionText['accounts'] {
  return account === own ? [] : [{ name, account }]
}
