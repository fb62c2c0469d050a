import type {
  ConvertTransactionRequest,
  ConvertTransactionResponse,
} from '@bullring/wallet-api/blockchain-api/convert-transaction'
import { toCaipAddress } from '@bullring/wire/caip-ids'
import type { Address } from 'viem'
import { checkAccount } from './check-account.ts'
import { PriceMovedError, SwapRevertsError, TransferFeeError } from './errors.ts'
import { findRoute } from './find-route.ts'
import type { Route } from './route.ts'
import type { SignedQuotes } from './signed-quotes.ts'
import { simulate } from './simulate.ts'
import { poolCall, type SwapCall, type SwapTerms, wrapCall } from './swap-calls.ts'
import type { SwapPair } from './swap-chain.ts'
import { withGas } from './with-gas.ts'

/** 20 minutes, the customary time. Wallets and mempools may be slow. */
const DEADLINE_SECONDS = 1_200n
/** Slippage is a percentage with two decimals. */
const FULL_SHARE = 10_000n

/** Builds the transaction of a swap, and simulates it: a transaction that would revert is not returned. */
export async function buildTransaction(
  pair: SwapPair,
  request: ConvertTransactionRequest,
  quotes: SignedQuotes,
): Promise<ConvertTransactionResponse> {
  const { amount, userAddress: account } = request
  const { client } = pair.chain
  const [route, { timestamp }] = await Promise.all([findRoute(pair, amount), client.getBlock()])
  const minimum = minimumOf(pair, request, route, quotes)
  await checkAccount(pair, route, account, amount)
  if (route.kind !== 'pools') {
    return toResponse(pair, account, amount, {
      call: await wrap(pair, route, account, amount),
      toAmount: amount,
      minimum,
      deadline: null,
    })
  }
  const deadline = timestamp + DEADLINE_SECONDS
  const terms = { amount, minimum, receiver: account, deadline }
  const call = await chooseCall(pair, route, terms)
  const { toAmount } = route
  return toResponse(pair, account, amount, { call, toAmount, minimum, deadline: Number(deadline) })
}

/**
 * Returns the least yield. The slippage counts from the amount that the user saw.
 *
 * @throws {PriceMovedError}
 */
function minimumOf(
  { chain, from, to }: SwapPair,
  { amount, eip155, quoteId }: ConvertTransactionRequest,
  route: Route,
  quotes: SignedQuotes,
): bigint {
  if (route.kind !== 'pools') return amount
  const swap = { chainId: chain.identity.id, from: from.address, to: to.address, amount }
  const seen = quoteId === undefined ? route.toAmount : quotes.read(quoteId, swap)
  const share = FULL_SHARE - BigInt(Math.round(eip155.slippage * 100))
  const minimum = (seen * share) / FULL_SHARE
  if (route.toAmount < minimum) throw new PriceMovedError()
  return minimum
}

async function wrap(
  pair: SwapPair,
  route: Route,
  account: Address,
  amount: bigint,
): Promise<SwapCall> {
  const call = wrapCall(route, amount)
  const simulation = await simulate(pair.chain.client, account, call)
  if (!simulation.succeeds) throw new SwapRevertsError(simulation.reason)
  return call
}

/**
 * Chooses the router's function by simulation. The plain one trusts the computed amounts. If a token keeps a part
 * of each transfer, it reverts, or less arrives than it checked. The other one checks what arrives: if that is
 * the complete yield, no token took a fee.
 */
async function chooseCall(
  pair: SwapPair,
  route: Route,
  terms: Omit<SwapTerms, 'takesFees'>,
): Promise<SwapCall> {
  const { client } = pair.chain
  const plain = poolCall(pair, route, { ...terms, takesFees: false })
  const checked = poolCall(pair, route, { ...terms, takesFees: true })
  const complete = poolCall(pair, route, { ...terms, minimum: route.toAmount, takesFees: true })
  const [byPlain, byChecked, byComplete] = await Promise.all(
    [plain, checked, complete].map((call) => simulate(client, terms.receiver, call)),
  )
  if (byPlain?.succeeds && byComplete?.succeeds) return plain
  if (byChecked?.succeeds) return checked
  if (byPlain?.succeeds) throw new TransferFeeError()
  const reason = byChecked === undefined || byChecked.succeeds ? null : byChecked.reason
  // Less arrives than the router computed before the transfers.
  if (reason?.includes('INSUFFICIENT_OUTPUT_AMOUNT')) throw new TransferFeeError()
  throw new SwapRevertsError(reason)
}

async function toResponse(
  { chain, from }: SwapPair,
  account: Address,
  amount: bigint,
  swap: { call: SwapCall; toAmount: bigint; minimum: bigint; deadline: number | null },
): Promise<ConvertTransactionResponse> {
  const { call, toAmount, minimum, deadline } = swap
  const { id } = chain.identity
  return {
    tx: {
      from: toCaipAddress(id, account),
      to: toCaipAddress(id, call.to),
      data: call.data,
      amount: `${amount}`,
      value: `${from.token === null ? amount : 0n}`,
      eip155: await withGas(chain.client, account, call),
    },
    toAmount: `${toAmount}`,
    minimumToAmount: `${minimum}`,
    deadline,
  }
}
