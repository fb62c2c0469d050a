import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './tabs.module.css'

type TabsProps<name extends string> = {
  /** Accessible name. */
  label: string
  tabs: readonly { name: name; label: string }[]
  active: name
  onActive: (name: name) => void
}

/** Returns the ids that connect tabs and panel. */
export function useTabIds() {
  const id = useId()
  return {
    tab: (name: string) => `${id}-tab-${name}`,
    panel: `${id}-panel`,
  }
}

/** Keys that move between tabs, with the place they lead to. Places beyond an end continue at the other. */
const MOVES: Readonly<Record<string, (index: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: () => -1,
}

/** A row of tabs. The arrow keys, Home and End move between them and select. */
export function Tabs<name extends string>({
  label,
  tabs,
  active,
  onActive,
  ids,
}: TabsProps<name> & { ids: ReturnType<typeof useTabIds> }) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (move === undefined) return
    event.preventDefault()
    const index = tabs.findIndex(({ name }) => name === active)
    const next = tabs.at(move(index) % tabs.length)
    if (next === undefined) return
    onActive(next.name)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(ids.tab(next.name))}`)?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles['tabs']}>
      {tabs.map(({ name, label: text }) => (
        <button
          key={name}
          id={ids.tab(name)}
          type="button"
          role="tab"
          aria-selected={name === active}
          aria-controls={ids.panel}
          tabIndex={name === active ? 0 : -1}
          onClick={() => onActive(name)}
          onKeyDown={onKeyDown}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

type TabPanelProps = {
  ids: ReturnType<typeof useTabIds>
  active: string
  className?: string | undefined
  children: ReactNode
}

/** The panel of the active tab. */
export function TabPanel({ ids, active, className, children }: TabPanelProps) {
  return (
    <div id={ids.panel} role="tabpanel" aria-labelledby={ids.tab(active)} className={className}>
      {children}
    </div>
  )
}
