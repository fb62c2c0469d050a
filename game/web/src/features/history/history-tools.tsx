import { typedDigits } from '@bullring/wire/text/plain-text'
import type { Address } from 'viem'
import { formatCount } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { HISTORY_MESSAGES, RESULT_FILTER_MESSAGES } from './history-messages.ts'
import styles from './history-tools.module.css'
import { RESULT_FILTERS, type ResultFilter } from './trade-outcome.ts'
import { useCsvExport } from './use-csv-export.ts'

type HistoryToolsProps = {
  account: Address
  /** Digits typed by the visitor, or ''. */
  search: string
  onSearch: (search: string) => void
  result: ResultFilter
  onResult: (result: ResultFilter) => void
}

/** Finds a round, narrows the list to a result, and saves all bets as a file. */
export function HistoryTools({ account, search, onSearch, result, onResult }: HistoryToolsProps) {
  const messages = useMessages(HISTORY_MESSAGES)
  const results = useMessages(RESULT_FILTER_MESSAGES)
  return (
    <div className={styles['tools']}>
      <input
        className={styles['field']}
        type="search"
        inputMode="numeric"
        autoComplete="off"
        aria-label={messages.search}
        placeholder={messages.searchHint}
        value={search}
        onChange={(event) => onSearch(typedDigits(event.target.value).slice(0, 12))}
      />
      <select
        className={styles['field']}
        aria-label={messages.resultFilter}
        value={result}
        onChange={(event) => onResult(RESULT_FILTERS[event.target.selectedIndex] ?? 'any')}
      >
        {RESULT_FILTERS.map((option) => (
          <option key={option} value={option}>
            {results[option]}
          </option>
        ))}
      </select>
      <ExportButton account={account} />
    </div>
  )
}

function ExportButton({ account }: { account: Address }) {
  const messages = useMessages(HISTORY_MESSAGES)
  const language = useLanguage()
  const { isRunning, hasFailed, loaded, start } = useCsvExport(account)
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className={styles['export']}
        title={messages.export}
        isPending={isRunning}
        onClick={start}
      >
        {!isRunning && <Icon name="download" size={14} />}
        <span className={styles['label']} aria-hidden="true">
          {isRunning ? formatCount(loaded, language) : messages.csv}
        </span>
      </Button>
      <p role="status" className={classNames(styles['status'], hasFailed && styles['failed'])}>
        {isRunning && <VisuallyHidden>{messages.exporting}</VisuallyHidden>}
        {hasFailed && messages.exportFailed}
      </p>
    </>
  )
}
