import { HttpError } from '@bullring/server/http/http-error'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  ConvertAllowanceQuery,
  ConvertAllowanceResponse,
} from '@bullring/wallet-api/blockchain-api/convert-allowance'
import {
  ConvertApproveQuery,
  ConvertApproveResponse,
} from '@bullring/wallet-api/blockchain-api/convert-approve'
import {
  ConvertQuotesQuery,
  ConvertQuotesResponse,
} from '@bullring/wallet-api/blockchain-api/convert-quotes'
import {
  ConvertTokensQuery,
  ConvertTokensResponse,
} from '@bullring/wallet-api/blockchain-api/convert-tokens'
import {
  ConvertTransactionRequest,
  ConvertTransactionResponse,
} from '@bullring/wallet-api/blockchain-api/convert-transaction'
import type { Context } from 'hono'
import { maxUint256 } from 'viem'
import { UnknownChainError } from '../chain/errors.ts'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { buildApprove, readAllowance } from './build-approve.ts'
import { buildTransaction } from './build-transaction.ts'
import { findRoute } from './find-route.ts'
import { listTokens } from './list-tokens.ts'
import type { SignedQuotes } from './signed-quotes.ts'
import { findPair, findSide, type SwapChain } from './swap-chain.ts'
import { toQuote } from './to-quote.ts'

export type SwapDeps = {
  /** Undefined for a chain that is not served. */
  chainOf: (chainId: number) => SwapChain | undefined
  /** Chain of requests without a chain id. */
  mainChainId: number
  /** Counts a request against its caller's limit. Throws to reject it. */
  take: (c: Context) => void
  quotes: SignedQuotes
  /** Called with each quote and transaction that was requested. */
  onStep: (step: SwapStep, outcome: 'built' | 'refused' | 'failed') => void
}

type SwapStep = 'quote' | 'transaction'

/** Declarations of all operations of swaps. */
const SWAP = {
  errors: [...KEY_ERRORS, 404, 422, 502],
  security: ['projectId'],
} as const

type ServedChainOf = (chainId: number) => SwapChain

/** GET /v1/convert/tokens, quotes, allowance and build-approve. */
export function swapOperations(deps: SwapDeps): {
  queries: readonly Operation[]
  /** Clients send the project id in their bodies. */
  bodies: readonly Operation[]
} {
  const chainOf = (chainId: number) => {
    const chain = deps.chainOf(chainId)
    if (chain === undefined) throw new UnknownChainError(chainId)
    return chain
  }
  return {
    queries: [
      tokensOperation(chainOf, deps),
      quotesOperation(chainOf, deps),
      allowanceOperation(chainOf, deps),
      approveOperation(chainOf, deps),
    ],
    bodies: [transactionOperation(chainOf, deps)],
  }
}

function tokensOperation(chainOf: ServedChainOf, { mainChainId }: SwapDeps): Operation {
  return defineOperation({
    ...SWAP,
    method: 'get',
    path: '/v1/convert/tokens',
    summary: 'Coin and tokens that can be swapped on a chain',
    query: ConvertTokensQuery,
    response: ConvertTokensResponse,
    handler: async ({ query: { chainId = mainChainId } }) => ({
      tokens: await listTokens(chainOf(chainId)),
    }),
  })
}

function quotesOperation(chainOf: ServedChainOf, { take, onStep, quotes }: SwapDeps): Operation {
  return defineOperation({
    ...SWAP,
    method: 'get',
    path: '/v1/convert/quotes',
    summary: 'What a swap would yield now',
    query: ConvertQuotesQuery,
    response: ConvertQuotesResponse,
    handler: async ({ query }, c) => {
      take(c)
      return await counted('quote', onStep, async () => {
        const pair = await findPair(chainOf, query)
        const route = await findRoute(pair, query.amount, query.gasPrice)
        return { quotes: [toQuote(pair, query.amount, route, quotes)] }
      })
    },
  })
}

function allowanceOperation(chainOf: ServedChainOf, { take }: SwapDeps): Operation {
  return defineOperation({
    ...SWAP,
    method: 'get',
    path: '/v1/convert/allowance',
    summary: 'How much of a token the exchange may take',
    query: ConvertAllowanceQuery,
    response: ConvertAllowanceResponse,
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
    ...SWAP,
    method: 'get',
    path: '/v1/convert/build-approve',
    summary: 'Transaction that lets the exchange take a token',
    query: ConvertApproveQuery,
    response: ConvertApproveResponse,
    handler: async ({ query }, c) => {
      take(c)
      const pair = await findPair(chainOf, query)
      return buildApprove(pair, query.userAddress, query.amount ?? maxUint256)
    },
  })
}

function transactionOperation(
  chainOf: ServedChainOf,
  { take, onStep, quotes }: SwapDeps,
): Operation {
  return defineOperation({
    ...SWAP,
    method: 'post',
    path: '/v1/convert/build-transaction',
    summary: 'Transaction of a swap, simulated',
    body: ConvertTransactionRequest,
    acceptsAnyType: true,
    response: ConvertTransactionResponse,
    errors: [...SWAP.errors, 409],
    handler: async ({ body }, c) => {
      take(c)
      return await counted('transaction', onStep, async () =>
        buildTransaction(await findPair(chainOf, body), body, quotes),
      )
    },
  })
}

/** Reports how a step ended: `refused` is the request's fault, `failed` a node's. */
async function counted<result>(
  step: SwapStep,
  onStep: SwapDeps['onStep'],
  run: () => Promise<result>,
): Promise<result> {
  try {
    const result = await run()
    onStep(step, 'built')
    return result
  } catch (error) {
    onStep(step, error instanceof HttpError && error.status < 500 ? 'refused' : 'failed')
    throw error
  }
}
