import { formatUnits } from 'viem/utils'
import type { Asset } from '../asset.ts'
import { formatUsd } from './amount-text.ts'

/** Returns the value of all assets with a known price, "$1,234.50"; null if none has one. */
export function totalValueText(assets: readonly Asset[]): string | null {
  const priced = assets.filter(({ price }) => price !== null)
  if (priced.length === 0) return null
  const values = priced.map(
    ({ balance, decimals, price }) => Number(formatUnits(balance, decimals)) * (price ?? 0),
  )
  return formatUsd(values.reduce((total, value) => total + value, 0))
}
