import * as z from 'zod/mini'
import { AddressField } from './fields.ts'

/** CAIP-2 id of an EVM chain in a response, such as `eip155:56`. */
export const CaipNetworkId = z.templateLiteral(['eip155:', z.int()])
export type CaipNetworkId = z.infer<typeof CaipNetworkId>

/** CAIP-10 account or contract in a response, such as `eip155:56:0x…`. */
export const CaipAddress = z.templateLiteral([CaipNetworkId, ':', z.string()])
export type CaipAddress = z.infer<typeof CaipAddress>

/** CAIP-2 id of an EVM chain in a request, parsed to the chain id as a number. */
export const ChainIdField = z.pipe(
  z.string().check(z.regex(/^eip155:\d{1,15}$/, 'not a CAIP-2 id of an EVM chain')),
  z.transform((value: string): number => Number(value.slice('eip155:'.length))),
)

/** CAIP-2 id of a Solana cluster: the beginning of its genesis hash. */
export const SolanaChainId = z.templateLiteral([
  'solana:',
  z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32}$/)),
])
export type SolanaChainId = z.infer<typeof SolanaChainId>

const RPC_CHAIN = /^(?:eip155:\d{1,15}|solana:[1-9A-HJ-NP-Za-km-z]{32})$/

/** CAIP-2 id in a request for JSON-RPC: an EVM chain is parsed to its number, a Solana cluster remains text. */
export const RpcChainField = z.pipe(
  z.string().check(z.regex(RPC_CHAIN, 'not a CAIP-2 id of an EVM chain or a Solana cluster')),
  z.transform((value: string): number | SolanaChainId =>
    value.startsWith('eip155:')
      ? Number(value.slice('eip155:'.length))
      : `solana:${value.slice('solana:'.length)}`,
  ),
)

/** EVM account in a request, plain or as CAIP-10; parsed to the checksummed address. */
export const AccountField = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string): string => value.replace(/^eip155:\d{1,15}:/, '')),
  ),
  AddressField,
)
