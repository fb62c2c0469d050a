import { readChainId } from '@bullring/wire/chain/read-chain-id'

/** The chain of the session: a number for EVM chains, the CAIP-2 id of a Solana cluster otherwise. */
export type SelectedChain = number | `solana:${string}`

const SOLANA = /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/

/** Reads a chain as apps write it: 56, '56', '0x38', 'eip155:56' or 'solana:…'; `undefined` for others. */
export function readChain(value: string | number | null | undefined): SelectedChain | undefined {
  return typeof value === 'string' && isSolana(value) ? value : readChainId(value)
}

function isSolana(value: string): value is `solana:${string}` {
  return SOLANA.test(value)
}
