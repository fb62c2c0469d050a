import { ChainIdField } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'

/** GET /v1/convert/gas-price: the price of a legacy transaction per unit of gas. */

/** Query of the request. */
export const GasPriceQuery = z.object({ chainId: z.optional(ChainIdField) })

/** Wei per gas: clients parse it as an integer, without a decimal point. */
const WeiText = z.string().check(z.regex(/^\d+$/))

/** `standard` is the node's suggestion. The others outbid it. */
export const GasPrice = z.object({ standard: WeiText, fast: WeiText, instant: WeiText })
export type GasPrice = z.infer<typeof GasPrice>
