import * as z from 'zod/mini'
import { AddressField } from './fields.ts'

/** CAIP-2 id of an EVM chain in a response, such as `eip155:56`. */
export const CaipNetworkId = z.templateLiteral(['eip155:', z.int()])
/** @see CaipNetworkId */
export type CaipNetworkId = z.infer<typeof CaipNetworkId>

/** CAIP-10 account or contract in a response, such as `eip155:56:0x…`. */
export const CaipAddress = z.templateLiteral([CaipNetworkId, ':', z.string()])
/** @see CaipAddress */
export type CaipAddress = z.infer<typeof CaipAddress>

/** CAIP-2 id of an EVM chain in a request, parsed to the chain id as a number. */
export const ChainIdField = z.pipe(
  z.string().check(z.regex(/^eip155:\d{1,15}$/, 'not a CAIP-2 id of an EVM chain')),
  z.transform((value: string): number => Number(value.slice('eip155:'.length))),
)

/** EVM account in a request, plain or as CAIP-10; parsed to the checksummed address. */
export const AccountField = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string): string => value.replace(/^eip155:\d{1,15}:/, '')),
  ),
  AddressField,
)
