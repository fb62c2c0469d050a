import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../image/icon.tsx'
import styles from './list-row.module.css'

type ListRowProps = {
  /** 40 px: `WalletImage` or `RowIcon`. */
  image: ReactNode
  title: string
  detail?: string | undefined
  tag?: ReactNode
  /** Shows an arrow on the right: the row opens another view. */
  hasArrow?: boolean
  isDisabled?: boolean
  isCurrent?: boolean
  onClick: () => void
}

/** A clickable row of a list. */
export function ListRow(props: ListRowProps) {
  const { image, title, detail, tag, hasArrow, isDisabled, isCurrent, onClick } = props
  return (
    <button
      type="button"
      className={styles['row']}
      disabled={isDisabled}
      aria-current={isCurrent === true ? 'true' : undefined}
      onClick={onClick}
    >
      {image}
      <span className={styles['text']}>
        <span className={styles['title']}>{title}</span>
        {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
      </span>
      {tag}
      {isCurrent === true && <Icon name="check" />}
      {hasArrow === true && <Icon name="forward" size={16} />}
    </button>
  )
}

type TagProps = { children: ReactNode; tone?: 'plain' | 'good' | 'accent' }

/** A label at the right end of a row. */
export function Tag({ children, tone = 'plain' }: TagProps) {
  return <span className={classNames(styles['tag'], styles[tone])}>{children}</span>
}
