import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Repeats what failed. */
export function RetryButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button tone="quiet" onClick={onClick}>
      <Icon name="refresh" size={16} />
      {label}
    </Button>
  )
}
