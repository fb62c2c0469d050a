import type { Asset } from '#core/account/asset.ts'
import { ownPicture } from '#core/account/own-picture.ts'
import { useKit } from '#react/kit-context.ts'
import { WalletImage } from '#ui/wallet-image.tsx'
import styles from './wallet-send.module.css'

/** A token's picture, when it comes from the wallet service; else its first letter. */
export function AssetImage({ asset, size = 40 }: { asset: Asset; size?: number }) {
  const { servicesUrl } = useKit().options
  return (
    <span className={styles['round']}>
      <WalletImage
        name={asset.symbol}
        source={ownPicture(asset.iconUrl, servicesUrl)}
        size={size}
      />
    </span>
  )
}
