import { readFile } from 'node:fs/promises'
import { getAddress, isAddress } from 'viem'
import * as z from 'zod'
import { InvalidTokensError } from './errors.ts'
import { lookalikeKey } from './lookalikes.ts'
import type { Token } from './token.ts'
import bundled from './tokens.json' with { type: 'json' }

const TokenList = z.array(
  z.strictObject({
    chainId: z.int().positive(),
    address: z
      .string()
      .refine((text) => isAddress(text), 'must be an address with its checksum')
      .transform((text) => getAddress(text)),
    name: z.string().min(1).max(60),
    symbol: z.string().min(1).max(20),
    decimals: z.int().min(0).max(36),
    wrapsCoin: z.boolean().default(false),
    isHub: z.boolean().default(false),
  }),
)

export type TokenSources = {
  /** JSON text with further tokens; null for none. */
  inline: string | null
  /** The operator's JSON file, which wins; null for none. */
  file: string | null
}

/**
 * Reads the bundled tokens and the operator's. A later entry replaces the one of the same address.
 *
 * @throws {InvalidTokensError} also when two tokens of a chain have symbols that look alike.
 */
export async function readTokens({ inline, file }: TokenSources): Promise<readonly Token[]> {
  const lists = [TokenList.parse(bundled.tokens)]
  if (inline !== null) lists.push(parseList('WALLET_TOKENS', inline))
  if (file !== null) {
    const text = await readFile(file, 'utf8').catch((cause: Error) => {
      throw new InvalidTokensError('WALLET_TOKENS_FILE', cause.message, { cause })
    })
    lists.push(parseList('WALLET_TOKENS_FILE', text))
  }
  const tokens = new Map(lists.flat().map((token) => [`${token.chainId} ${token.address}`, token]))
  requireDistinctSymbols([...tokens.values()])
  return [...tokens.values()]
}

function parseList(variable: string, text: string): Token[] {
  try {
    return TokenList.parse(JSON.parse(text))
  } catch (cause) {
    throw new InvalidTokensError(variable, reasonOf(cause), { cause })
  }
}

/** Clients match prices to tokens by symbol, so an impostor would be shown at the price of the real one. */
function requireDistinctSymbols(tokens: readonly Token[]): void {
  const known = new Map<string, Token>()
  for (const token of tokens) {
    const key = `${token.chainId} ${lookalikeKey(token.symbol)}`
    const other = known.get(key)
    if (other !== undefined) {
      const reason = `the tokens ${other.address} and ${token.address} of chain ${token.chainId} have symbols that look alike (${token.symbol})`
      throw new InvalidTokensError('WALLET_TOKENS_FILE', reason)
    }
    known.set(key, token)
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof z.ZodError) return z.prettifyError(cause)
  return cause instanceof Error ? cause.message : 'unknown'
}
