import { CaipNetworkId, SolanaChainId } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'

/** GET /v1/supported-chains: chains that the other operations support (R-SERVICE-3). Ours adds `history`. */
export const SupportedChains = z.object({
  /** Solana clusters only where the operator has configured nodes of them. */
  http: z.array(z.union([CaipNetworkId, SolanaChainId])),
  ws: z.array(CaipNetworkId),
  /** Chains with a history of transactions; missing for all. */
  history: z.optional(z.array(CaipNetworkId)),
})
export type SupportedChains = z.infer<typeof SupportedChains>
