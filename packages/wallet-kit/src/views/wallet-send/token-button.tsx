import type { Asset } from '#core/account/asset.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { AssetImage } from '../../react/asset-image.tsx'
import { SEND_MESSAGES } from './send-messages.ts'
import styles from './wallet-send.module.css'

/** The selected token; opens the token list. */
export function TokenButton({ asset }: { asset: Asset | null }) {
  const { router } = useKit()
  const messages = useMessages('send', SEND_MESSAGES)
  return (
    <button
      type="button"
      className={classNames(styles['token'], asset === null && styles['choose'])}
      onClick={() => router.push('WalletSendSelectToken')}
    >
      {asset !== null && <AssetImage asset={asset} size={28} />}
      <span className={styles['symbol']}>{asset?.symbol ?? messages.selectTokenButton}</span>
      {asset !== null && <VisuallyHidden>, {messages.changeToken}</VisuallyHidden>}
      <Icon name="down" size={16} />
    </button>
  )
}
