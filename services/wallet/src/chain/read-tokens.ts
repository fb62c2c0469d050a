import { readFile } from 'node:fs/promises'
import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem'
import * as z from 'zod'
import { InvalidTokensError } from './errors.ts'
import bundled from './tokens.json' with { type: 'json' }

/** An ERC-20 token that balances and history include. Others are left out: anyone can send anything. */
export type Token = {
  chainId: number
  address: Address
  name: string
  symbol: string
  decimals: number
  /** Worth as much as the chain's coin. */
  wrapsCoin: boolean
}

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
  }),
)

/**
 * Reads the bundled tokens and those of the operator's file.
 *
 * @param file - The operator's JSON file; null for none.
 * @throws {InvalidTokensError}
 */
export async function readTokens(file: string | null): Promise<readonly Token[]> {
  const known = TokenList.parse(bundled)
  if (file === null) return known
  try {
    return [...known, ...TokenList.parse(JSON.parse(await readFile(file, 'utf8')))]
  } catch (cause) {
    throw new InvalidTokensError(reasonOf(cause), { cause })
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof z.ZodError) return z.prettifyError(cause)
  return cause instanceof Error ? cause.message : 'unknown'
}
