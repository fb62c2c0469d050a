import { type Address, parseAbi } from 'viem'

/** Reserves of a pool of the Uniswap V2 kind, in the order of the tokens' addresses. */
export const poolAbi = parseAbi([
  'function getReserves() view returns (uint112 first, uint112 second, uint32 at)',
])

/** Reserves of two tokens in their pool. */
export type Reserves = { in: bigint; out: bigint }

/** Orders the result of `getReserves`: a pool's first token is the one with the lower address. */
export function orderReserves(
  [first, second]: readonly [bigint, bigint, number],
  tokenIn: Address,
  tokenOut: Address,
): Reserves {
  const isFirst = tokenIn.toLowerCase() < tokenOut.toLowerCase()
  return isFirst ? { in: first, out: second } : { in: second, out: first }
}
