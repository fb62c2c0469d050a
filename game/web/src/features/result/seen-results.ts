import { toEpoch, type UnixSeconds } from '@bullring/prediction/units'
import { type Address, stringify } from 'viem'
import * as z from 'zod/mini'
import type { Trade } from '#api/trade/trade.ts'
import { inOneTab } from '#browser/one-tab.ts'
import { openStorage } from '#browser/open-storage.ts'
import { findNews, type SeenResults } from './news.ts'

const EpochText = z.string().check(z.regex(/^\d{1,20}$/))
const StoredResults = z.object({ newest: EpochText, pending: z.array(EpochText) })

/** The account with the results, and their market. */
export type ResultsOf = { account: Address; market: Address }

/**
 * Returns the results that are new to this device and remembers them: the next call, also in another tab,
 * finds them no more.
 */
export async function takeNews(
  owner: ResultsOf,
  trades: readonly Trade[],
  now: UnixSeconds,
  isSent = false,
): Promise<readonly Trade[]> {
  const key = keyOf(owner)
  return await inOneTab(key, () => {
    const storage = openStorage(window, 'localStorage')
    const { news, seen } = findNews(trades, parseSeen(storage.getItem(key)), now, isSent)
    storage.setItem(key, stringify(seen))
    return news
  })
}

function keyOf({ account, market }: ResultsOf): string {
  return `bullring.seen-results.${market}.${account}`.toLowerCase()
}

function parseSeen(text: string | null): SeenResults | null {
  const result = z.safeParse(StoredResults, parseJson(text))
  if (!result.success) return null
  const { newest, pending } = result.data
  return {
    newest: toEpoch(BigInt(newest)),
    pending: pending.map((epoch) => toEpoch(BigInt(epoch))),
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
