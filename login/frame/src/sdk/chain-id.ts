/** The chain of the session: a number for EVM chains, the CAIP-2 id of a Solana cluster otherwise. */
export type SelectedChain = number | `solana:${string}`

const SOLANA = /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/
const EVM = /^(?:eip155:)?(\d{1,15})$/
const HEX = /^0x[0-9a-f]{1,12}$/i

/** Reads a chain as apps write it: 56, '56', '0x38', 'eip155:56' or 'solana:…'; `undefined` for others. */
export function readChain(value: string | number | null | undefined): SelectedChain | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined
  if (value === undefined || value === null) return undefined
  if (isSolana(value)) return value
  const digits = EVM.exec(value)?.[1]
  if (digits !== undefined) return readChain(Number(digits))
  return HEX.test(value) ? readChain(Number(value)) : undefined
}

function isSolana(value: string): value is `solana:${string}` {
  return SOLANA.test(value)
}
