import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  ConvertAllowanceQuery,
  ConvertAllowanceResponse,
} from '@bullring/wire/blockchain-api/convert-allowance'
import {
  ConvertApproveQuery,
  ConvertApproveResponse,
} from '@bullring/wire/blockchain-api/convert-approve'
import {
  ConvertQuotesQuery,
  ConvertQuotesResponse,
} from '@bullring/wire/blockchain-api/convert-quotes'
import {
  ConvertTokensQuery,
  ConvertTokensResponse,
} from '@bullring/wire/blockchain-api/convert-tokens'
import {
  ConvertTransactionRequest,
  ConvertTransactionResponse,
} from '@bullring/wire/blockchain-api/convert-transaction'
import type { Context } from 'hono'
import { maxUint256 } from 'viem'
import { UnknownChainError } from '../chain/errors.ts'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { buildApprove, readAllowance } from './build-approve.ts'
import { buildTransaction } from './build-transaction.ts'
import { findRoute } from './find-route.ts'
import { listTokens } from './list-tokens.ts'
import { createQuoteStore, type QuoteStore } from './quote-store.ts'
import { findPair, findSide, type SwapChain } from './swap-chain.ts'
import { toQuote } from './to-quote.ts'

export type SwapDeps = {
  /** Undefined for a chain that is not served. */
  chainOf: (chainId: number) => SwapChain | undefined
  /** Chain of requests without a chain id. */
  mainChainId: number
  /** Counts a request against its caller's limit; throws to reject it. */
  take: (c: Context) => void
  nowMs: () => number
}

const SWAP_ERRORS = [...KEY_ERRORS, 404, 422, 502]

type ServedChainOf = (chainId: number) => SwapChain

/** GET /v1/convert/tokens, quotes, allowance and build-approve. */
export function swapOperations(deps: SwapDeps): {
  queries: readonly Operation[]
  /** Clients send the project id in their bodies. */
  bodies: readonly Operation[]
} {
  const quotes = createQuoteStore(deps.nowMs)
  const chainOf = (chainId: number) => {
    const chain = deps.chainOf(chainId)
    if (chain === undefined) throw new UnknownChainError(chainId)
    return chain
  }
  return {
    queries: [
      tokensOperation(chainOf, deps),
      quotesOperation(chainOf, deps, quotes),
      allowanceOperation(chainOf, deps),
      approveOperation(chainOf, deps),
    ],
    bodies: [transactionOperation(chainOf, deps, quotes)],
  }
}

function tokensOperation(chainOf: ServedChainOf, { mainChainId }: SwapDeps): Operation {
  return defineOperation({
    method: 'get',
    path: '/v1/convert/tokens',
    summary: 'Coin and tokens that can be swapped on a chain',
    query: ConvertTokensQuery,
    response: ConvertTokensResponse,
    errors: SWAP_ERRORS,
    security: ['projectId'],
    handler: async ({ query: { chainId = mainChainId } }) => ({
      tokens: await listTokens(chainOf(chainId)),
    }),
  })
}

function quotesOperation(
  chainOf: ServedChainOf,
  { take }: SwapDeps,
  quotes: QuoteStore,
): Operation {
  return defineOperation({
    method: 'get',
    path: '/v1/convert/quotes',
    summary: 'What a swap would yield now',
    query: ConvertQuotesQuery,
    response: ConvertQuotesResponse,
    errors: SWAP_ERRORS,
    security: ['projectId'],
    handler: async ({ query }, c) => {
      take(c)
      const pair = await findPair(chainOf, query)
      const route = await findRoute(pair, query.amount)
      return { quotes: [toQuote(pair, query.amount, route, quotes)] }
    },
  })
}

function allowanceOperation(chainOf: ServedChainOf, { take }: SwapDeps): Operation {
  return defineOperation({
    method: 'get',
    path: '/v1/convert/allowance',
    summary: 'How much of a token the exchange may take',
    query: ConvertAllowanceQuery,
    response: ConvertAllowanceResponse,
    errors: SWAP_ERRORS,
    security: ['projectId'],
    handler: async ({ query: { tokenAddress, userAddress } }, c) => {
      take(c)
      const chain = chainOf(tokenAddress.chainId)
      const { token, address } = findSide(chain, await chain.tokens(), tokenAddress.address)
      const allowance =
        token === null ? maxUint256 : await readAllowance(chain, address, userAddress)
      return { allowance: `${allowance}` }
    },
  })
}

function approveOperation(chainOf: ServedChainOf, { take }: SwapDeps): Operation {
  return defineOperation({
    method: 'get',
    path: '/v1/convert/build-approve',
    summary: 'Transaction that lets the exchange take a token',
    query: ConvertApproveQuery,
    response: ConvertApproveResponse,
    errors: SWAP_ERRORS,
    security: ['projectId'],
    handler: async ({ query }, c) => {
      take(c)
      const pair = await findPair(chainOf, query)
      return buildApprove(pair, query.userAddress, query.amount ?? maxUint256)
    },
  })
}

function transactionOperation(
  chainOf: ServedChainOf,
  { take }: SwapDeps,
  quotes: QuoteStore,
): Operation {
  return defineOperation({
    method: 'post',
    path: '/v1/convert/build-transaction',
    summary: 'Transaction of a swap, simulated',
    body: ConvertTransactionRequest,
    acceptsAnyType: true,
    response: ConvertTransactionResponse,
    errors: [...SWAP_ERRORS, 409],
    security: ['projectId'],
    handler: async ({ body }, c) => {
      take(c)
      return buildTransaction(await findPair(chainOf, body), body, quotes)
    },
  })
}
