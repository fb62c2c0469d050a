import * as z from 'zod/mini'
import { CaipNetworkId } from '../caip-fields.ts'

/** GET /v1/supported-chains: chains that the other calls of this API know. Spec, section 7. */
export const SupportedChains = z.object({
  http: z.array(CaipNetworkId),
  ws: z.array(CaipNetworkId),
})
/** @see SupportedChains */
export type SupportedChains = z.infer<typeof SupportedChains>
