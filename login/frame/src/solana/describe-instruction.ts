import { fill } from '@bullring/wire/text/fill'
import type { FrameMessages } from '#i18n/frame-messages.ts'
import type { Instruction } from '#solana/instruction.ts'
import { describeTokenInstruction } from './describe-token-instruction.ts'
import { formatSol, type InstructionText, othersOnly } from './instruction-text.ts'

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
      return describeNewAccount(instruction, own, messages)
    case 'assignment':
      return describeAssignment(instruction, own, messages)
    case 'nonce':
      return { title: solana.noExpiry, detail: solana.noExpiryDetail, isRisky: true, accounts: [] }
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
      return describeTokenInstruction(instruction, own, messages)
  }
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

function describeNewAccount(
  { account, program, payer, lamports }: Extract<Instruction, { kind: 'account' }>,
  own: string,
  { solana }: FrameMessages,
): InstructionText {
  return {
    title: solana.newAccount,
    detail: fill(solana.newAccountDetail, { amount: formatSol(lamports) }),
    isRisky: false,
    accounts: [
      { name: solana.account, account },
      { name: solana.program, account: program },
      ...othersOnly(solana.paidBy, payer, own),
    ],
  }
}

function describeAssignment(
  { account, program }: Extract<Instruction, { kind: 'assignment' }>,
  own: string,
  { solana }: FrameMessages,
): InstructionText {
  return {
    title: account === own ? solana.giveOwn : solana.giveAccount,
    detail: solana.giveAccountDetail,
    isRisky: true,
    accounts: [
      { name: solana.program, account: program },
      ...othersOnly(solana.account, account, own),
    ],
  }
}
