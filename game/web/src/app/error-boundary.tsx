import { Component, type ReactNode } from 'react'
import { CrashScreen } from './start-screens.tsx'

type Props = {
  /** Path of the rendered page. The error is cleared when it changes. */
  path: string
  children: ReactNode
}
type State = { error: Error | null }

/** Shows the error instead of a blank page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidUpdate(previous: Props, { error }: State) {
    const isOfPreviousPage = error !== null && error === this.state.error
    if (isOfPreviousPage && previous.path !== this.props.path) this.setState({ error: null })
  }

  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <CrashScreen error={this.state.error} />
    )
  }
}
