import { useAssets } from './use-assets.ts'

/** Returns the USD price of the network's own coin; null while unknown. */
export function useCoinPrice(): number | null {
  const { data } = useAssets()
  return data?.assets.find(({ address }) => address === null)?.price ?? null
}
