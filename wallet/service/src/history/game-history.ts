import { type Payment, PaymentCursor, PaymentsResponse } from '@bullring/game-api/payments'
import { guardedRequest } from '@bullring/server/http/guarded-fetch'
import { TimedCache } from '@bullring/server/timed-cache'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import { type Address, getAddress, parseEther, TransactionNotFoundError } from 'viem'
import { findBlock } from '../chain/find-block.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { UnknownCursorError } from '../http/errors.ts'
import { GameFailedError } from './errors.ts'
import type { AccountTransaction, HistoryPage, HistorySource, Transfer } from './history-source.ts'

export type GameHistoryOptions = {
  /** Base URL of the game service. */
  url: string
  client: RpcClient
  nowMs?: () => number
}

/** Callers page back and forth. New transactions may be this late. */
const CACHE = { lifetimeMs: 15_000, maxEntries: 2_000 }

/** Creates a history of stakes and claims from the index of the game, for chains that are too long to index here. */
export function createGameHistory({
  url,
  client,
  nowMs = Date.now,
}: GameHistoryOptions): HistorySource {
  const cache = new TimedCache<HistoryPage>(CACHE)
  const read = async (account: Address, cursor: string | null): Promise<HistoryPage> => {
    const { payments, next } = await readPayments(url, account, cursor)
    const transactions = payments.map((payment) => toTransaction(client, account, payment))
    return { transactions: await Promise.all(transactions), next }
  }
  return {
    page: async (account, cursor) => {
      if (cursor !== null && !PaymentCursor.safeParse(cursor).success)
        throw new UnknownCursorError()
      return await cache.get(`${account} ${cursor}`, nowMs(), () => read(account, cursor))
    },
  }
}

async function readPayments(url: string, account: Address, cursor: string | null) {
  const query = new URLSearchParams({
    address: account,
    ...(cursor !== null && { before: cursor }),
  })
  const target = new URL(`${url.replace(/\/$/, '')}/api/payments?${query}`)
  try {
    const { status, text } = await guardedRequest(target, {
      method: 'GET',
      headers: hostHeader(target),
      isConfigured: true,
      timeoutMs: TIME_LIMITS.node,
    })
    if (status !== 200) throw new Error(`status ${status}`)
    return PaymentsResponse.parse(JSON.parse(text))
  } catch (cause) {
    throw new GameFailedError(cause)
  }
}

/** The game does not know its name in the network of a compose file, such as `game`, and refuses unknown ones. */
function hostHeader({ hostname }: URL): Record<string, string> {
  return /[.:]/.test(hostname) ? {} : { host: 'localhost' }
}

/** A failed transaction has no logs, so none is listed. */
async function toTransaction(
  client: RpcClient,
  account: Address,
  payment: Payment,
): Promise<AccountTransaction> {
  const market = getAddress(payment.market)
  const [transaction, block] = await Promise.all([
    findTransaction(client, payment),
    findBlock(client, payment.block_number),
  ])
  return {
    hash: payment.tx_hash,
    from: getAddress(transaction?.from ?? account),
    to: transaction?.to ? getAddress(transaction.to) : market,
    nonce: transaction?.nonce ?? 0,
    isConfirmed: true,
    minedAt: Number(block?.timestamp ?? 0),
    transfers: transfersOf(payment, account, market),
  }
}

/** Returns null on a node that has dropped old transactions. */
async function findTransaction(client: RpcClient, { tx_hash: hash }: Payment) {
  try {
    return await client.getTransaction({ hash })
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return null
    throw error
  }
}

function transfersOf(payment: Payment, account: Address, market: Address): Transfer[] {
  const staked = parseEther(payment.staked)
  const collected = parseEther(payment.collected)
  return [
    { token: null, from: account, to: market, amount: staked },
    { token: null, from: market, to: account, amount: collected },
  ].filter(({ amount }) => amount > 0n)
}
