import { Icon } from '../image/icon.tsx'
import { Button } from './button.tsx'

/** Repeats what failed. */
export function RetryButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button tone="quiet" onClick={onClick}>
      <Icon name="refresh" size={16} />
      {label}
    </Button>
  )
}
