import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './connecting-pane.module.css'
import { Icon, type IconName } from './image/icon.tsx'
import { WalletImage } from './image/wallet-image.tsx'

type ConnectingPaneProps = {
  name: string
  image: string | null
  /** Icon in place of an image. */
  icon?: IconName
  isWaiting: boolean
  isFailed: boolean
  isDone?: boolean
  title: string
  detail: string
  /** Buttons and links below the text. */
  children?: ReactNode
}

/** The state of a request to a wallet or network: image, title and detail. */
export function ConnectingPane(props: ConnectingPaneProps) {
  const { name, image, icon, isWaiting, isFailed, isDone, title, detail, children } = props
  return (
    <div className={styles['pane']}>
      <div className={classNames(styles['image'], isWaiting && styles['waiting'])}>
        {icon === undefined ? (
          <WalletImage name={name} source={image} size={80} />
        ) : (
          <span className={styles['icon']}>
            <Icon name={icon} size={36} />
          </span>
        )}
        {isDone === true && (
          <span className={classNames(styles['badge'], styles['good'])}>
            <Icon name="check" size={18} />
          </span>
        )}
        {isFailed && (
          <span className={styles['badge']}>
            <Icon name="cross" size={18} />
          </span>
        )}
      </div>
      <div className={styles['text']} role="status">
        <p className={classNames(styles['title'], isFailed && styles['failed'])}>{title}</p>
        <p className={styles['detail']}>{detail}</p>
      </div>
      {children}
    </div>
  )
}
