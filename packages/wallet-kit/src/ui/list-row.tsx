import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './list-row.module.css'

type ListRowProps = {
  /** A picture of 40 px: `WalletImage`, `RowIcon`. */
  image: ReactNode
  title: string
  detail?: string | undefined
  tag?: ReactNode
  /** An arrow on the right: the row leads to another view. */
  hasArrow?: boolean
  isDisabled?: boolean
  isCurrent?: boolean
  onClick: () => void
}

/** One choice of a list. */
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
      <span className={styles['words']}>
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

/** A short word on a row's right. */
export function Tag({ children, tone = 'plain' }: TagProps) {
  return <span className={classNames(styles['tag'], styles[tone])}>{children}</span>
}
