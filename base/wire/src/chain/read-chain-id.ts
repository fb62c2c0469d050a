const DIGITS = /^(?:eip155:)?(\d{1,15})$/
const HEX = /^(?:eip155:)?(0x[0-9a-f]{1,13})$/i

/**
 * Reads the id of an EVM chain in each form that apps and wallets use: `56`, `56n`, `'56'`, `'0x38'`, `'eip155:56'`,
 * an object with one of them as `chainId`, or a list that begins with one.
 *
 * @returns `undefined` for anything else.
 */
export function readChainId(value: unknown): number | undefined {
  if (typeof value === 'number') return isId(value) ? value : undefined
  if (typeof value === 'bigint') return readChainId(Number(value))
  if (typeof value === 'string') {
    const text = value.trim()
    const digits = DIGITS.exec(text)?.[1] ?? HEX.exec(text)?.[1]
    return digits === undefined ? undefined : readChainId(Number(digits))
  }
  if (Array.isArray(value)) return Array.isArray(value[0]) ? undefined : readChainId(value[0])
  if (typeof value !== 'object' || value === null || !('chainId' in value)) return undefined
  const { chainId } = value
  return typeof chainId === 'object' ? undefined : readChainId(chainId)
}

function isId(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}
