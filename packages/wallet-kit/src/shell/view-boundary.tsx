import { Component, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { useWords } from '../kit-context.ts'
import { SHELL_WORDS } from './shell-words.ts'
import styles from './view-boundary.module.css'

/** Catches a view whose code could not be loaded, or that broke: the modal stays usable. */
export class ViewBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <FailedView /> : this.props.children
  }
}

/** A script that failed to load is remembered as failed by the browser: only a reload asks again. */
function FailedView() {
  const words = useWords('shell', SHELL_WORDS)
  return (
    <div className={styles['failed']} role="alert">
      <p>{words.failed}</p>
      <Button tone="quiet" onClick={() => window.location.reload()}>
        {words.retry}
      </Button>
    </div>
  )
}
