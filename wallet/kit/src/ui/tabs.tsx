import { type KeyboardEvent, useRef } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './image/icon.tsx'
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

/** Keys that move between tabs, with the place they lead to. Places beyond an end continue at the other. */
const MOVES: Readonly<Record<string, (index: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: () => -1,
}

/** Tabs that the arrow keys, Home and End move between, following the ARIA Authoring Practices. */
export function Tabs<Id extends string>({
  label,
  tabs,
  current,
  panelId,
  onChange,
}: TabsProps<Id>) {
  const listRef = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (move === undefined) return
    event.preventDefault()
    const index = tabs.findIndex(({ id }) => id === current)
    const next = tabs.at(move(index) % tabs.length)
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
