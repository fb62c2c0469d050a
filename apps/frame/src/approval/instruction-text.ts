import { maxUint64 } from 'viem'
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
const UNKNOWN_DETAIL =
  'This wallet does not know what the call does. Approve it only if you trust this site.'

/**
 * Puts an instruction into words; null for those that say only what the transaction may cost.
 *
 * @param own - The user's account.
 */
export function describeInstruction(instruction: Instruction, own: string): InstructionText | null {
  switch (instruction.kind) {
    case 'transfer':
      return describeTransfer(instruction, own)
    case 'account':
      return {
        title: 'Create an account',
        detail: `It holds ${formatSol(instruction.lamports)} and belongs to the program below.`,
        isRisky: false,
        accounts: [
          { name: 'Account', account: instruction.account },
          { name: 'Program', account: instruction.program },
          ...othersOnly('Paid by', instruction.payer, own),
        ],
      }
    case 'assignment':
      return {
        title: instruction.account === own ? 'Give away your account' : 'Give away an account',
        detail: 'The program below will control it and everything it holds.',
        isRisky: true,
        accounts: [
          { name: 'Program', account: instruction.program },
          ...othersOnly('Account', instruction.account, own),
        ],
      }
    case 'nonce':
      return {
        title: 'No expiry',
        detail: 'Once signed, this transaction can be sent at any later time.',
        isRisky: true,
        accounts: [],
      }
    case 'memo':
      return { title: 'Attach a note', detail: instruction.text, isRisky: false, accounts: [] }
    case 'unknown':
      return {
        title: 'Call a program',
        detail: UNKNOWN_DETAIL,
        isRisky: false,
        accounts: [{ name: 'Program', account: instruction.program }],
      }
    case 'compute-limit':
    case 'compute-price':
    case 'compute-other':
      return null
    default:
      return describeToken(instruction, own)
  }
}

/** Formats lamports. */
export function formatSol(lamports: bigint): string {
  return `${formatAmount(lamports, SOL_DECIMALS)} SOL`
}

function describeTransfer(
  { from, to, lamports }: Extract<Instruction, { kind: 'transfer' }>,
  own: string,
): InstructionText {
  const isReceived = to === own && from !== own
  return {
    title: `${isReceived ? 'Receive' : 'Send'} ${formatSol(lamports)}`,
    detail: '',
    isRisky: false,
    accounts: [
      ...othersOnly('From', from, own),
      ...(isReceived ? [] : [{ name: 'To', account: to }]),
    ],
  }
}

type TokenInstruction = Extract<Instruction, { kind: `token-${string}` }>

function describeToken(instruction: TokenInstruction, own: string): InstructionText {
  switch (instruction.kind) {
    case 'token-transfer':
      return {
        title: `Send ${formatTokens(instruction)}`,
        detail: '',
        isRisky: false,
        accounts: [
          { name: 'To token account', account: instruction.destination },
          ...mintOf(instruction),
          ...othersOnly('From the owner', instruction.authority, own),
        ],
      }
    case 'token-approval':
      return {
        title: `Let an app spend ${instruction.amount === maxUint64 ? 'all your tokens of one kind' : `up to ${formatTokens(instruction)}`}`,
        detail: 'The spender below can take them at any time, without asking again.',
        isRisky: true,
        accounts: [
          { name: 'Spender', account: instruction.delegate },
          ...mintOf(instruction),
          { name: 'Token account', account: instruction.source },
        ],
      }
    case 'token-burn':
      return {
        title: `Destroy ${formatTokens(instruction)}`,
        detail: 'They cannot be restored.',
        isRisky: true,
        accounts: mintOf(instruction),
      }
    case 'token-revocation':
      return {
        title: 'End an app’s access to a token',
        detail: '',
        isRisky: false,
        accounts: [{ name: 'Token account', account: instruction.source }],
      }
    case 'token-right':
      return describeRight(instruction)
    case 'token-close':
      return {
        title: 'Close a token account',
        detail:
          instruction.destination === own
            ? 'The SOL that it holds comes back to your account.'
            : 'The SOL that it holds goes to the account below.',
        isRisky: instruction.destination !== own,
        accounts: [
          { name: 'Token account', account: instruction.account },
          ...othersOnly('SOL goes to', instruction.destination, own),
        ],
      }
    case 'token-account':
      return {
        title: 'Create a token account',
        detail: '',
        isRisky: false,
        accounts: [
          { name: 'Token account', account: instruction.account },
          { name: 'Token', account: instruction.mint },
          ...othersOnly('Owner', instruction.owner, own),
        ],
      }
  }
}

const RIGHT_TITLES: Readonly<Record<TokenRight, string>> = {
  owner: 'Give away a token account',
  close: 'Let another account close a token account',
  mint: 'Change who may create tokens',
  freeze: 'Change who may freeze tokens',
  other: 'Change who controls a token',
}

function describeRight({
  account,
  right,
  holder,
}: Extract<Instruction, { kind: 'token-right' }>): InstructionText {
  return {
    title: RIGHT_TITLES[right],
    detail:
      right === 'owner'
        ? 'The new owner below takes everything in it.'
        : holder === null
          ? 'No one will have this right any more.'
          : 'The account below gets this right instead of its holder.',
    isRisky: true,
    accounts: [
      { name: 'Token account', account },
      ...(holder === null
        ? []
        : [{ name: right === 'owner' ? 'New owner' : 'New holder', account: holder }]),
    ],
  }
}

function formatTokens({ amount, decimals }: TokenAmount): string {
  return decimals === null
    ? `${formatAmount(amount, 0)} units of a token`
    : `${formatAmount(amount, decimals)} tokens`
}

function mintOf({ mint, decimals }: TokenAmount): InstructionText['accounts'] {
  return mint === null && decimals === null ? [] : [{ name: 'Token', account: mint }]
}

/** The user's own account needs no line. */
function othersOnly(name: string, account: AccountName, own: string): InstructionText['accounts'] {
  return account === own ? [] : [{ name, account }]
}
