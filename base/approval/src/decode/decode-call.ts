import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { KnownMarket } from '@bullring/wire/chain/known-market'
import { type Address, decodeFunctionData, type Hex, isAddressEqual, parseAbi } from 'viem'

/** Effect of a call, as far as the wallet knows it. */
export type DecodedCall =
  | { kind: 'bet'; side: 'up' | 'down'; epoch: bigint; symbol: string }
  | { kind: 'claim'; epochs: readonly bigint[]; symbol: string }
  | { kind: 'transfer' }
  /** `from` is null for the account's own tokens. */
  | { kind: 'token-transfer'; from: Address | null; recipient: Address; amount: bigint }
  /** An increase is on top of what the spender could take before. */
  | { kind: 'token-approval'; spender: Address; amount: bigint; isIncrease: boolean }
  | { kind: 'collection-approval'; operator: Address; isApproved: boolean }
  | { kind: 'deployment' }
  | { kind: 'unknown'; selector: Hex }

/** A call to decode. `to` is null for the creation of a contract. */
export type Call = { to: Address | null; data: Hex; value: bigint }

const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])

/** Whether a call is about amounts of a token. */
export function movesTokens({ kind }: DecodedCall): boolean {
  return kind === 'token-transfer' || kind === 'token-approval'
}

/**
 * Whether only a simulation shows what a call does. Collections of NFTs share methods with tokens, but have no decimals: the
 * amount is the id of an item then.
 *
 * @param token - What the contract says about itself; null when it is no token.
 */
export function isUnclear(call: DecodedCall, token: object | null): boolean {
  if (movesTokens(call)) return token === null
  return call.kind === 'unknown' || call.kind === 'deployment'
}

const SELECTOR_LENGTH = 10

type DecodeContext = {
  chainId: number
  markets: readonly KnownMarket[]
  /** The account that makes the call. */
  account: Address
}

/** Decodes a call: of the game's contracts, of tokens, or unknown. */
export function decodeCall(call: Call, { chainId, markets, account }: DecodeContext): DecodedCall {
  const { to, data, value } = call
  if (to === null) return { kind: 'deployment' }
  if (data === '0x') return { kind: 'transfer' }
  const unknown = { kind: 'unknown', selector: data.slice(0, SELECTOR_LENGTH) as Hex } as const
  const market = markets.find(
    (known) => known.chainId === chainId && isAddressEqual(known.prediction as Address, to),
  )
  try {
    // Only the listed contracts are the game's: another contract may use the same names.
    const decoded = market ? decodeGameCall(data, market.symbol) : decodeTokenCall(data, account)
    // Only a bet pays coins. Any other call that does is not what its name says, and its view must show the coins.
    return decoded === undefined || (decoded.kind !== 'bet' && value > 0n) ? unknown : decoded
  } catch {
    return unknown
  }
}

function decodeGameCall(data: Hex, symbol: string): DecodedCall | undefined {
  const { functionName, args } = decodeFunctionData({ abi: predictionAbi, data })
  if (functionName === 'betBull') return { kind: 'bet', side: 'up', epoch: args[0], symbol }
  if (functionName === 'betBear') return { kind: 'bet', side: 'down', epoch: args[0], symbol }
  if (functionName === 'claim') return { kind: 'claim', epochs: args[0], symbol }
  return undefined
}

function decodeTokenCall(data: Hex, account: Address): DecodedCall {
  const { functionName, args } = decodeFunctionData({ abi: tokenAbi, data })
  switch (functionName) {
    case 'transfer':
      return { kind: 'token-transfer', from: null, recipient: args[0], amount: args[1] }
    case 'transferFrom': {
      const [sender, recipient, amount] = args
      // Many tokens let their owner call it, too: those are the user's own tokens.
      const from = isAddressEqual(sender, account) ? null : sender
      return { kind: 'token-transfer', from, recipient, amount }
    }
    case 'approve':
    case 'increaseAllowance': {
      const [spender, amount] = args
      const isIncrease = functionName === 'increaseAllowance'
      return { kind: 'token-approval', spender, amount, isIncrease }
    }
    case 'setApprovalForAll':
      return { kind: 'collection-approval', operator: args[0], isApproved: args[1] }
  }
}
