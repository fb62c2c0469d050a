import type { Asset } from '#core/asset.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { useKit, useWords } from '../../kit-context.ts'
import { AssetImage } from './asset-image.tsx'
import { SEND_WORDS } from './send-words.ts'
import styles from './wallet-send.module.css'

/** The chosen token; leads to the others. */
export function TokenButton({ asset }: { asset: Asset | null }) {
  const { router } = useKit()
  const words = useWords('send', SEND_WORDS)
  return (
    <button
      type="button"
      className={classNames(styles['token'], asset === null && styles['choose'])}
      onClick={() => router.push('WalletSendSelectToken')}
    >
      {asset !== null && <AssetImage asset={asset} size={28} />}
      <span className={styles['symbol']}>{asset?.symbol ?? words.selectTokenButton}</span>
      {asset !== null && <VisuallyHidden>, {words.changeToken}</VisuallyHidden>}
      <Icon name="down" size={16} />
    </button>
  )
}
