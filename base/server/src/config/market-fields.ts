import { MARKET_KINDS, type MarketKind } from '@bullring/wire/chain/market-kind'
import { ALL_MARKETS } from '@bullring/wire/fields'
import { type Address, getAddress, isAddress } from 'viem'
import * as z from 'zod'

const FORMAT =
  'must list markets as SYMBOL=ADDRESS or SYMBOL=ADDRESS@START_BLOCK, such as BNB=0x1234...@41000000,BTC=0x5678...@45000000'

/** `[kind:]address[@start block]`. */
const ENTRY = /^([A-Z][A-Z0-9]{0,15})=(?:([a-z0-9-]+):)?(0x[0-9a-fA-F]{40})(?:@(\d{1,15}))?$/

/** Kind of the markets' contracts. */
export const MarketKindField = z.enum(MARKET_KINDS, `must be ${MARKET_KINDS.join(' or ')}`)

/** A contract's address. */
export const ContractAddress = z
  .string()
  .refine((value) => isAddress(value, { strict: false }), 'must be an address')
  .transform((value) => getAddress(value))

/** A market of `GAME_MARKETS`; null where the entry does not say it. */
export type MarketEntry = {
  symbol: string
  kind: MarketKind | null
  address: Address
  startBlock: number | null
}

/** `GAME_MARKETS`: at least one market, no symbol and no contract twice. */
export const MarketList = z.string().transform((text, context): [MarketEntry, ...MarketEntry[]] => {
  const entries = text.split(',').map((part) => toEntry(part.trim()))
  const [first, ...others] = entries.filter((entry) => entry !== null)
  const problem =
    first === undefined || entries.includes(null) ? FORMAT : repetition([first, ...others])
  if (first !== undefined && problem === null) return [first, ...others]
  context.addIssue({ code: 'custom', message: problem ?? FORMAT })
  return z.NEVER
})

function toEntry(text: string): MarketEntry | null {
  const [, symbol, kind, address, startBlock] = ENTRY.exec(text) ?? []
  if (symbol === undefined || address === undefined || symbol === ALL_MARKETS) return null
  const known = MARKET_KINDS.find((name) => name === kind) ?? null
  if (kind !== undefined && known === null) return null
  return {
    symbol,
    kind: known,
    address: getAddress(address),
    startBlock: startBlock === undefined ? null : Number(startBlock),
  }
}

function repetition(entries: readonly MarketEntry[]): string | null {
  const hasEqual = (key: 'symbol' | 'address') =>
    new Set(entries.map((entry) => entry[key])).size < entries.length
  if (hasEqual('symbol')) return 'names a symbol twice'
  return hasEqual('address') ? 'names a contract twice' : null
}
