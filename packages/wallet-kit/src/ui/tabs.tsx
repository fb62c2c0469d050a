import { type KeyboardEvent, useRef } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './tabs.module.css'

type Tab<Id extends string> = { id: Id; label: string; icon: IconName }

type TabsProps<Id extends string> = {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly Tab<Id>[]
  current: Id
  /** Id of the `tabpanel` element. */
  panelId: string
  onChange: (id: Id) => void
}

/** Tabs with arrow-key navigation, following the ARIA Authoring Practices. */
export function Tabs<Id extends string>({
  label,
  tabs,
  current,
  panelId,
  onChange,
}: TabsProps<Id>) {
  const listRef = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = tabs.findIndex(({ id }) => id === current)
    const next = tabs.at((index + step) % tabs.length)
    if (next === undefined) return
    onChange(next.id)
    listRef.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <div ref={listRef} className={styles['tabs']} role="tablist" aria-label={label}>
      {tabs.map(({ id, label: text, icon }) => (
        <button
          key={id}
          type="button"
          role="tab"
          data-tab={id}
          className={classNames(styles['tab'], id === current && styles['current'])}
          aria-selected={id === current}
          aria-controls={panelId}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChange(id)}
          onKeyDown={onKeyDown}
        >
          <Icon name={icon} size={16} />
          {text}
        </button>
      ))}
    </div>
  )
}
