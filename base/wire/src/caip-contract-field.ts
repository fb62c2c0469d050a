import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import * as z from 'zod/mini'

const PATTERN = /^eip155:(\d{1,15}):(0x[0-9a-fA-F]{40})$/

/** CAIP-10 id of a token or an account in a request, parsed to chain id and checksummed address. */
export const CaipContractField = z.pipe(
  z.string().check(z.regex(PATTERN, 'not a CAIP-10 id of an EVM chain, such as eip155:56:0x…')),
  z.transform((text: string): { chainId: number; address: Address } => {
    const [, chainId = '', address = ''] = PATTERN.exec(text) ?? []
    return { chainId: Number(chainId), address: getAddress(address) }
  }),
)
export type CaipContractField = z.infer<typeof CaipContractField>
