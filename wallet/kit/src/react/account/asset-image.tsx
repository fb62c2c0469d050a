import type { Asset } from '#core/account/asset.ts'
import { trustedImage } from '#core/account/trusted-image.ts'
import { useKit } from '#react/kit-context.ts'
import { WalletImage } from '#ui/image/wallet-image.tsx'

/** A token's image if the wallet service provides it, otherwise its first letter. */
export function AssetImage({ asset, size = 40 }: { asset: Asset; size?: number }) {
  const { servicesUrl } = useKit().options
  const source = trustedImage(asset.iconUrl, servicesUrl)
  return <WalletImage name={asset.symbol} source={source} size={size} isRound />
}
