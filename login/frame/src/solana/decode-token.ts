import { base58 } from '@scure/base'
import type { AccountName, Instruction, RawInstruction, TokenRight } from './instruction.ts'
import { readU64 } from './read-integers.ts'

/** The two token programs, whose first instructions are the same. */
export const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
])

/** The program that creates the token account of an owner and a mint. */
export const TOKEN_ACCOUNT_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** A `u64` has 20 digits; more decimals than that are a trick to make an amount unreadable. */
const MAX_DECIMALS = 20

type AmountKind = 'token-transfer' | 'token-approval' | 'token-burn'
type AmountAccount = 'source' | 'mint' | 'destination' | 'delegate' | 'authority'
type AmountLayout = { kind: AmountKind; accounts: readonly AmountAccount[]; hasDecimals?: true }

/** Instructions that move amounts, by number, and the order of their accounts. */
const AMOUNTS: Readonly<Record<number, AmountLayout>> = {
  3: { kind: 'token-transfer', accounts: ['source', 'destination', 'authority'] },
  4: { kind: 'token-approval', accounts: ['source', 'delegate', 'authority'] },
  8: { kind: 'token-burn', accounts: ['source', 'mint', 'authority'] },
  12: {
    kind: 'token-transfer',
    accounts: ['source', 'mint', 'destination', 'authority'],
    hasDecimals: true,
  },
  13: {
    kind: 'token-approval',
    accounts: ['source', 'mint', 'delegate', 'authority'],
    hasDecimals: true,
  },
  15: { kind: 'token-burn', accounts: ['source', 'mint', 'authority'], hasDecimals: true },
}

const REVOKE = 5
const SET_AUTHORITY = 6
const CLOSE_ACCOUNT = 9
const RIGHTS: readonly TokenRight[] = ['mint', 'freeze', 'owner', 'close']

/** Decodes an instruction of a token program; `undefined` when the wallet does not know it. */
export function decodeToken(instruction: RawInstruction): Instruction | undefined {
  const { accounts, data } = instruction
  const [first, second] = accounts
  const [kind = -1] = data
  if (first === undefined) return undefined
  if (kind === REVOKE && data.length === 1) return { kind: 'token-revocation', source: first }
  if (kind === SET_AUTHORITY) return decodeRight(first, data)
  if (kind === CLOSE_ACCOUNT && data.length === 1 && second !== undefined) {
    return { kind: 'token-close', account: first, destination: second }
  }
  return decodeAmount(instruction)
}

/** Decodes the creation of a token account; `undefined` when the wallet does not know the instruction. */
export function decodeTokenAccount({ accounts, data }: RawInstruction): Instruction | undefined {
  const [, account, owner, mint] = accounts
  const [kind = 0] = data
  if (account === undefined || owner === undefined || mint === undefined) return undefined
  return data.length > 1 || kind > 1 ? undefined : { kind: 'token-account', account, owner, mint }
}

function decodeRight(account: AccountName, data: Uint8Array): Instruction | undefined {
  const [, type = 0, hasHolder] = data
  const right = RIGHTS[type] ?? 'other'
  if (hasHolder === 0 && data.length === 3) {
    return { kind: 'token-right', account, right, holder: null }
  }
  return hasHolder === 1 && data.length === 35
    ? { kind: 'token-right', account, right, holder: base58.encode(data.subarray(3)) }
    : undefined
}

function decodeAmount({ accounts, data }: RawInstruction): Instruction | undefined {
  const layout = AMOUNTS[data[0] ?? -1]
  const named = layout && nameAccounts(layout.accounts, accounts)
  if (named === undefined) return undefined
  const { kind, hasDecimals = false } = layout ?? {}
  const decimals = hasDecimals ? (data[9] ?? 0) : null
  if (data.length !== (hasDecimals ? 10 : 9) || (decimals ?? 0) > MAX_DECIMALS) return undefined
  const { source, destination, delegate, authority, mint } = named
  const token = { source, authority, mint, amount: readU64(data, 1), decimals }
  if (kind === 'token-transfer') return { kind, ...token, destination }
  return kind === 'token-approval' ? { kind, ...token, delegate } : { kind: 'token-burn', ...token }
}

/** Returns the accounts by name; `undefined` when there are too few. */
function nameAccounts(
  names: readonly AmountAccount[],
  accounts: readonly AccountName[],
): Record<AmountAccount, AccountName> | undefined {
  if (accounts.length < names.length) return undefined
  const find = (name: AmountAccount) => accounts[names.indexOf(name)] ?? null
  return {
    source: find('source'),
    mint: find('mint'),
    destination: find('destination'),
    delegate: find('delegate'),
    authority: find('authority'),
  }
}
