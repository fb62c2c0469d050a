import { Component, type ReactNode } from 'react'
import { useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { SHELL_MESSAGES } from '../shell-messages.ts'
import styles from './view-boundary.module.css'

/** Keeps the modal usable when a view fails to load or to render. */
export class ViewBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <FailedView /> : this.props.children
  }
}

/** Reloads the page: browsers cache the failure of a module script. */
function FailedView() {
  const messages = useMessages('shell', SHELL_MESSAGES)
  return (
    <div className={classNames(layout['notice'], styles['failed'])} role="alert">
      <p>{messages.failed}</p>
      <Button tone="quiet" onClick={() => window.location.reload()}>
        {messages.retry}
      </Button>
    </div>
  )
}
