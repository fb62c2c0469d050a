import type { ReactNode } from 'react'
import { Icon, type IconName } from '../image/icon.tsx'
import styles from './points.module.css'

export type Point = { icon: IconName; title: string; text: string }

/** Illustrated points of a help view, followed by its actions. */
export function Points({ points, children }: { points: readonly Point[]; children: ReactNode }) {
  return (
    <div className={styles['points']}>
      <ul>
        {points.map(({ icon, title, text }) => (
          <li key={title}>
            <span className={styles['icon']}>
              <Icon name={icon} size={26} />
            </span>
            <span>
              <b>{title}</b>
              <span className={styles['text']}>{text}</span>
            </span>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
