import { PaymentsQuery, PaymentsResponse } from '@bullring/game-api/payments'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Address } from 'viem'
import { API_ERRORS } from '../http/errors.ts'
import { coinText } from '../market/round-figures.ts'
import type { PaymentFilter, PaymentPlace, StoredPayment } from './payments.queries.ts'

/** Reads of one market. */
export type MarketPaymentsDeps = {
  prediction: Address
  findPayments: (filter: PaymentFilter) => Promise<StoredPayment[]>
}

/** GET /api/payments. */
export function paymentsOperations(
  markets: () => readonly MarketPaymentsDeps[],
): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/api/payments',
      summary: 'Stakes and claims of an account by transaction',
      query: PaymentsQuery,
      response: PaymentsResponse,
      errors: API_ERRORS,
      handler: async ({ query: { address: account, before, limit } }) => {
        const filter = { account, limit: limit + 1, before: toPlace(before) }
        const lists = await Promise.all(markets().map((market) => findIn(market, filter)))
        const found = lists.flat().toSorted((a, b) => b.block - a.block || b.logIndex - a.logIndex)
        const shown = found.slice(0, limit)
        const last = shown.at(-1)
        const hasMore = found.length > shown.length && last !== undefined
        return {
          payments: shown.map(toPayment),
          next: hasMore ? `${last.block}-${last.logIndex}` : null,
        }
      },
    }),
  ]
}

type MarketPayment = StoredPayment & { market: Address }

async function findIn(
  { prediction: market, findPayments }: MarketPaymentsDeps,
  filter: PaymentFilter,
): Promise<MarketPayment[]> {
  return (await findPayments(filter)).map((payment) => ({ ...payment, market }))
}

function toPayment({ txHash, block, market, staked, collected }: MarketPayment) {
  return {
    tx_hash: txHash,
    block_number: block,
    market,
    staked: coinText(staked),
    collected: coinText(collected),
  }
}

function toPlace(cursor: string | undefined): PaymentPlace | null {
  if (cursor === undefined) return null
  const [block, logIndex] = cursor.split('-')
  return { block: Number(block), logIndex: Number(logIndex) }
}
