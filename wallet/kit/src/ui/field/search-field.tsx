import { useId } from 'react'
import { Icon } from '../image/icon.tsx'
import styles from './search-field.module.css'

type SearchFieldProps = {
  /** Accessible name and placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** A search input with an icon. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <Icon name="search" size={18} />
      <input
        id={id}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
