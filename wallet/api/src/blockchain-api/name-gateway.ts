import { AddressField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/**
 * GET /v1/names/gateway/{sender}/{data}.json: what the resolver contract needs to answer a call (ERC-3668).
 * `sender` is the resolver, `data` the call.
 */

/** Segments of the path. */
export const NameGatewayParams = z.object({
  sender: AddressField,
  data: z.pipe(
    z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2}){4,4096}(?:\.json)?$/, 'not call data in hex')),
    z.transform((data: string) => data.replace(/\.json$/, '') as `0x${string}`),
  ),
})

/** ABI-encoded result, time of expiry and signature. */
export const NameGatewayResponse = z.object({ data: z.templateLiteral(['0x', z.string()]) })
export type NameGatewayResponse = z.infer<typeof NameGatewayResponse>
