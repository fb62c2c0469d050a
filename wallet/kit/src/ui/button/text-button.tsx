import type { ReactNode } from 'react'
import { Icon, type IconName } from '../image/icon.tsx'
import styles from './text-button.module.css'

type TextButtonProps = {
  children: ReactNode
  icon?: IconName
  isDisabled?: boolean
  onClick: () => void
}

/** A button that looks like a link. */
export function TextButton({ children, icon, isDisabled, onClick }: TextButtonProps) {
  return (
    <button type="button" className={styles['button']} disabled={isDisabled} onClick={onClick}>
      {icon !== undefined && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

type TextLinkProps = {
  children: ReactNode
  href: string
  /** `_self` for links to apps, which do not leave the page. */
  target?: '_blank' | '_self'
}

/** A link, by default in a new tab. */
export function TextLink({ children, href, target = '_blank' }: TextLinkProps) {
  return (
    <a className={styles['button']} href={href} target={target} rel="noreferrer">
      {children}
    </a>
  )
}
