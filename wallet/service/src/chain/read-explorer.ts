import { guardedFetch } from '@bullring/server/http/guarded-fetch'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import { type Address, getAddress, isAddress } from 'viem'
import * as z from 'zod'
import { ExplorerFailedError } from './errors.ts'

/** A block explorer's API for one chain. */
export type Explorer = {
  /** Base URL of an Etherscan V2 API. */
  url: string
  /** The operator named the URL, which may then be local and without TLS. */
  isConfigured: boolean
  apiKey: string
  chainId: number
}

/** An address in a reply, in any letter case. */
export const ExplorerAddress = z
  .string()
  .refine((text) => isAddress(text, { strict: false }))
  .transform((text) => getAddress(text))

/**
 * Reads the newest rows of one of an account's lists.
 *
 * @param action - Name of the list.
 * @param schema - Of the response's body.
 * @throws {ExplorerFailedError}
 */
export async function readExplorer<reply>(
  { url, isConfigured, apiKey, chainId }: Explorer,
  { action, account, rows }: { action: string; account: Address; rows: number },
  schema: z.ZodType<reply>,
  endBlock: number | null = null,
): Promise<reply> {
  const query = new URLSearchParams({
    chainid: `${chainId}`,
    module: 'account',
    action,
    address: account,
    page: '1',
    offset: `${rows}`,
    sort: 'desc',
    ...(endBlock !== null && { startblock: '0', endblock: `${endBlock}` }),
    apikey: apiKey,
  })
  try {
    const timeoutMs = TIME_LIMITS.node
    const text = await guardedFetch(`${url}?${query}`, { isConfigured, timeoutMs })
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    // The cause may contain the API key: it is logged at debug level only.
    throw new ExplorerFailedError(cause)
  }
}
