import type { Asset } from '#core/account/asset.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { AssetImage } from './asset-image.tsx'
import styles from './token-button.module.css'

type TokenButtonProps = {
  /** The selected token. */
  asset: Asset | null
  /** Shown while none is selected. */
  placeholder: string
  /** Read after the symbol of the selected one. */
  hint: string
  onClick: () => void
}

/** The selected token; opens a list of tokens. */
export function TokenButton({ asset, placeholder, hint, onClick }: TokenButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles['token'], asset === null && styles['choose'])}
      onClick={onClick}
    >
      {asset !== null && <AssetImage asset={asset} size={28} />}
      <span className={styles['symbol']}>{asset?.symbol ?? placeholder}</span>
      {asset !== null && <VisuallyHidden>, {hint}</VisuallyHidden>}
      <Icon name="down" size={16} />
    </button>
  )
}
