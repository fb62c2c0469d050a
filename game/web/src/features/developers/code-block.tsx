import { type ClipboardState, useClipboard } from '#browser/use-clipboard.ts'
import { Button } from '#ui/controls/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './developers.module.css'

const LABELS: Readonly<Record<ClipboardState, string>> = {
  ready: 'Copy',
  copied: 'Copied',
  failed: 'Select and copy it',
}

type CodeBlockProps = {
  /** Of the code, for screen readers. */
  name: string
  code: string
  /** Shows a part, which scrolls. */
  isLong?: boolean
}

/** Code with a button that copies it. */
export function CodeBlock({ name, code, isLong = false }: CodeBlockProps) {
  const { state, copy } = useClipboard()
  return (
    <div className={styles['block']}>
      {isLong ? <LongText name={name} text={code} /> : <pre className={styles['code']}>{code}</pre>}
      <Button size="small" tone="quiet" onClick={() => void copy(code)}>
        {LABELS[state]} <VisuallyHidden>{name}</VisuallyHidden>
      </Button>
    </div>
  )
}

const MAX_ROWS = 16

/** A text that scrolls: a field, because the keyboard reaches it in every browser. */
export function LongText({ name, text }: { name: string; text: string }) {
  const rows = Math.min(MAX_ROWS, text.split('\n').length)
  return <textarea className={styles['code']} aria-label={name} readOnly rows={rows} value={text} />
}
