import { type ReactNode, useState } from 'react'
import { useKit } from '#react/kit-context.ts'
import { SearchField } from '#ui/field/search-field.tsx'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowList } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import styles from './buy.module.css'

type Currency = { id: string; name: string; detail: string; image: ReactNode }

type CurrencyListProps = {
  currencies: readonly Currency[]
  current: string
  /** Accessible name of the search field. */
  searchLabel: string
  /** Shown when the search finds nothing. */
  none: string
  onChoose: (id: string) => void
}

/** Currencies or tokens to choose from, with a search. Choosing one goes back. */
export function CurrencyList(props: CurrencyListProps) {
  const { currencies, current, searchLabel, none, onChoose } = props
  const { modal } = useKit()
  const [search, setSearch] = useState('')
  const needle = search.trim().toLowerCase()
  const found = currencies.filter(({ name, detail }) =>
    `${name} ${detail}`.toLowerCase().includes(needle),
  )
  const choose = (id: string) => {
    onChoose(id)
    modal.goBack()
  }
  return (
    <div className={styles['select']}>
      <SearchField label={searchLabel} value={search} onChange={setSearch} />
      <ScrollList isFullWidth>
        <RowList>
          {found.map(({ id, name, detail, image }) => (
            <li key={id}>
              <ListRow
                image={image}
                title={name}
                detail={detail}
                isCurrent={id === current}
                onClick={() => choose(id)}
              />
            </li>
          ))}
        </RowList>
        {found.length === 0 && (
          <p className={styles['none']} role="status">
            {none}
          </p>
        )}
      </ScrollList>
    </div>
  )
}
