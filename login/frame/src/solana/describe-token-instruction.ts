import { formatAmount } from '@bullring/approval/text/format-amount'
import { fill } from '@bullring/wire/text/fill'
import { maxUint64 } from 'viem'
import type { FrameMessages } from '#i18n/frame-messages.ts'
import type { Instruction, TokenAmount, TokenRight } from '#solana/instruction.ts'
import { type InstructionText, othersOnly } from './instruction-text.ts'

type TokenInstruction = Extract<Instruction, { kind: `token-${string}` }>

/** Puts an instruction about tokens into words. */
export function describeTokenInstruction(
  instruction: TokenInstruction,
  own: string,
  messages: FrameMessages,
): InstructionText {
  const { solana } = messages
  switch (instruction.kind) {
    case 'token-transfer':
      return describeTransfer(instruction, own, messages)
    case 'token-approval':
      return describeApproval(instruction, messages)
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
      return describeClose(instruction, own, messages)
    case 'token-account':
      return describeNewAccount(instruction, own, messages)
  }
}

function describeTransfer(
  instruction: Extract<Instruction, { kind: 'token-transfer' }>,
  own: string,
  messages: FrameMessages,
): InstructionText {
  const { solana, call } = messages
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
}

function describeApproval(
  instruction: Extract<Instruction, { kind: 'token-approval' }>,
  messages: FrameMessages,
): InstructionText {
  const { solana, call, transaction } = messages
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
}

function describeClose(
  instruction: Extract<Instruction, { kind: 'token-close' }>,
  own: string,
  { solana }: FrameMessages,
): InstructionText {
  return {
    title: solana.close,
    detail: instruction.destination === own ? solana.closeOwn : solana.closeOther,
    isRisky: instruction.destination !== own,
    accounts: [
      { name: solana.tokenAccount, account: instruction.account },
      ...othersOnly(solana.solGoesTo, instruction.destination, own),
    ],
  }
}

function describeNewAccount(
  instruction: Extract<Instruction, { kind: 'token-account' }>,
  own: string,
  { solana, transaction }: FrameMessages,
): InstructionText {
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
