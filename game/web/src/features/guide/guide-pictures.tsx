import type { ReactNode } from 'react'
import styles from './guide-pictures.module.css'

/** Two sides of a ring: UP and DOWN. */
export function PickPicture() {
  return (
    <Picture>
      <circle cx="60" cy="40" r="30" className={styles['track']} />
      <path d="M60 10a30 30 0 0 0 0 60" className={styles['up']} />
      <path d="M60 70a30 30 0 0 0 0-60" className={styles['down']} />
      <path d="m48 33 8 12H40Z" className={styles['upFill']} />
      <path d="m72 47-8-12h16Z" className={styles['downFill']} />
    </Picture>
  )
}

/** A price line that meets a dashed line: the start price. */
export function LockPicture() {
  return (
    <Picture>
      <path d="M8 52h104" className={styles['dashes']} />
      <path d="M8 60l14-8 12 10 14-16 14 12 10-6" className={styles['price']} />
      <circle cx="72" cy="52" r="5" className={styles['dot']} />
      <path d="M64 26v-6a8 8 0 0 1 16 0v6" className={styles['price']} />
      <rect x="60" y="25" width="24" height="17" rx="4" className={styles['dot']} />
    </Picture>
  )
}

/** The price above the start price: UP has won. */
export function ClosePicture() {
  return (
    <Picture>
      <path d="M8 52h104" className={styles['dashes']} />
      <path d="M8 52l14 8 16-14 14 8 16-22 16 8 20-22v34H8Z" className={styles['won']} />
      <path d="M8 52l14 8 16-14 14 8 16-22 16 8 20-22" className={styles['up']} />
      <circle cx="104" cy="18" r="5" className={styles['upFill']} />
    </Picture>
  )
}

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 120 80" aria-hidden="true" className={styles['picture']}>
      {children}
    </svg>
  )
}
