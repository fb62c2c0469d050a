import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './text-button.module.css'

type TextButtonProps = {
  children: ReactNode
  icon?: IconName
  isDisabled?: boolean
  onClick: () => void
}

/** A quiet action without a shape of its own. */
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
  /** `_self` for links to apps: they leave the page as it is. */
  target?: '_blank' | '_self'
}

/** The same as a link that leaves the page for a new tab. */
export function TextLink({ children, href, target = '_blank' }: TextLinkProps) {
  return (
    <a className={styles['button']} href={href} target={target} rel="noreferrer">
      {children}
    </a>
  )
}
