import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { IconName } from './image/icon.tsx'
import layout from './layout.module.css'
import { RowIcon } from './list/row-icon.tsx'
import styles from './note.module.css'

type NoteProps = { icon: IconName; title: string; detail?: string; children?: ReactNode }

/** Icon, title and sentence in place of content that is empty, missing or failed. */
export function Note({ icon, title, detail, children }: NoteProps) {
  return (
    <div className={classNames(layout['notice'], styles['note'])} role="status">
      <RowIcon name={icon} />
      <b>{title}</b>
      {detail !== undefined && <p>{detail}</p>}
      {children}
    </div>
  )
}
