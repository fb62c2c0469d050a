import { plainText, typedName } from '@bullring/wire/text/plain-text'
import { type Address, zeroAddress } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import { parseAmount } from '../amount/typed-amount.ts'
import type { Asset } from '../asset.ts'

/** Gas of a coin transfer (Ethereum yellow paper), and an upper bound for a token transfer. */
const COIN_GAS = 21_000n
const TOKEN_GAS = 150_000n

/** Leaves room for the fee to rise by 20 % before the transfer is mined. */
const MARGIN = { numerator: 12n, denominator: 10n }

/** Reason why a transfer cannot be reviewed yet; null when it can. */
export type SendProblem =
  | 'selectToken'
  | 'incorrectValue'
  | 'addAmount'
  | 'insufficientFunds'
  | 'insufficientGas'
  | 'addAddress'
  | 'invalidAddress'

/** Problems that turn the amount red. */
const AMOUNT_PROBLEMS: ReadonlySet<SendProblem | null> = new Set<SendProblem | null>([
  'incorrectValue',
  'insufficientFunds',
  'insufficientGas',
])

/** Returns whether the amount that was entered is the problem. */
export function isAmountProblem(problem: SendProblem | null): boolean {
  return AMOUNT_PROBLEMS.has(problem)
}

/** A transfer that is being entered. */
export type SendDraft = {
  asset: Asset | null
  /** As typed. */
  amount: string
  /** As typed: an address or a name. */
  receiver: string
  /** The account behind `receiver`; null while there is none. */
  address: Address | null
  /** Balance of the network's native coin, in wei; null while unknown. */
  coinBalance: bigint | null
  /** In wei; see `feeOf`. Null while unknown. */
  fee: bigint | null
  /** Another account may pay its fees. */
  isSmartAccount: boolean
}

/** Returns the first problem of a transfer (R-SEND-1, R-SEND-5); null without one. */
export function sendProblem(draft: SendDraft): SendProblem | null {
  if (draft.asset === null) return 'selectToken'
  return amountProblem(draft, draft.asset) ?? receiverProblem(draft, draft.asset)
}

function amountProblem(draft: SendDraft, asset: Asset): SendProblem | null {
  const amount = parseAmount(draft.amount, asset.decimals)
  if (draft.amount === '' || amount === 0n) return 'addAmount'
  if (amount === null) return 'incorrectValue'
  if (amount > asset.balance) return 'insufficientFunds'
  return isGasMissing(draft, asset, amount) ? 'insufficientGas' : null
}

function receiverProblem({ receiver, address }: SendDraft, asset: Asset): SendProblem | null {
  if (receiver.trim() === '') return 'addAddress'
  if (address === null || address === zeroAddress) return 'invalidAddress'
  // Tokens sent to their own contract are lost.
  return address.toLowerCase() === asset.address?.toLowerCase() ? 'invalidAddress' : null
}

/**
 * The fee is paid in coins, in addition to the amount of a coin transfer. Only the bundler knows who pays it for a smart
 * account (R-SMART-5).
 */
function isGasMissing(draft: SendDraft, asset: Asset, amount: bigint): boolean {
  const { coinBalance, fee, isSmartAccount } = draft
  if (coinBalance === null || isSmartAccount) return false
  if (coinBalance === 0n) return true
  return (asset.address === null ? amount : 0n) + (fee ?? 0n) > coinBalance
}

/**
 * Returns the highest fee of a transfer, in wei.
 *
 * @param gas - The estimate; null while there is none.
 */
export function feeOf(asset: Asset, gas: bigint | null, maxFeePerGas: bigint): bigint {
  return (gas ?? (asset.address === null ? COIN_GAS : TOKEN_GAS)) * maxFeePerGas
}

/** Returns the largest amount that can be sent: for coins, the balance minus fee and margin. */
export function maxAmount(asset: Asset, fee: bigint): bigint {
  if (asset.address !== null) return asset.balance
  const rest = asset.balance - (fee * MARGIN.numerator) / MARGIN.denominator
  return rest > 0n ? rest : 0n
}

/** Parses an address; null if the text is not one or its checksum is wrong. */
export function addressIn(text: string): Address | null {
  const address = plainText(text).trim()
  return isAddress(address) ? getAddress(address) : null
}

/** True for text that may be a name, such as "alice.eth". */
export function isName(text: string): boolean {
  return /^[^\s.]+(\.[^\s.]+)+$/.test(typedName(text))
}
