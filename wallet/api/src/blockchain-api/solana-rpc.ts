import type { SolanaChainId } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'
import type { SupportedChains } from './supported-chains.ts'

/** Result of `getBalance` of a Solana node, in lamports. */
export const SolanaBalance = z.object({ value: z.int().check(z.nonnegative()) })

/** Result of `getLatestBlockhash` of a Solana node. */
export const SolanaBlockhash = z.object({
  value: z.object({ blockhash: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)) }),
})

/** Result of `solana_signAndSendTransaction`. The signature is also the transaction's id. */
export const SentSolanaTransaction = z.object({ signature: z.string() })

/** Returns the Solana cluster that the wallet service serves, or null without one. */
export function findSolanaChain({ http }: SupportedChains): SolanaChainId | null {
  return http.find((id): id is SolanaChainId => id.startsWith('solana:')) ?? null
}
