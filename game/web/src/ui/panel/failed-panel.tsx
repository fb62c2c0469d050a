import { useMessages } from '#i18n/language.ts'
import { Button } from '../controls/button.tsx'
import { EmptyPanel } from './empty-panel.tsx'
import { FAILED_PANEL_MESSAGES } from './failed-panel-messages.ts'

type FailedPanelProps = {
  /** Name of the part that failed to load. */
  title: string
  /** A second line. */
  hint?: string
  onRetry: () => void
}

/** Content of a panel that failed to load. */
export function FailedPanel({ onRetry, ...texts }: FailedPanelProps) {
  const messages = useMessages(FAILED_PANEL_MESSAGES)
  return (
    <EmptyPanel {...texts}>
      <Button tone="quiet" size="small" onClick={onRetry}>
        {messages.retry}
      </Button>
    </EmptyPanel>
  )
}
