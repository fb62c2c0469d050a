import { useWords } from '#i18n/language.ts'
import { Button } from './button.tsx'
import { EmptyPanel } from './empty-panel.tsx'
import { FAILED_PANEL_WORDS } from './failed-panel-words.ts'

type FailedPanelProps = {
  /** What there is none of. */
  title: string
  /** A second, quieter line. */
  hint?: string
  onRetry: () => void
}

/** What stands in a panel whose content did not load. */
export function FailedPanel({ onRetry, ...texts }: FailedPanelProps) {
  const words = useWords(FAILED_PANEL_WORDS)
  return (
    <EmptyPanel {...texts}>
      <Button tone="quiet" size="small" onClick={onRetry}>
        {words.retry}
      </Button>
    </EmptyPanel>
  )
}
