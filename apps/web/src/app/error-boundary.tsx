import { Component, type ReactNode } from 'react'
import { AppBroken } from './boot-screen.tsx'

type Props = {
  /** The page that is drawn. Another one may well be whole. */
  path: string
  children: ReactNode
}
type State = { error: Error | null }

/** Last resort: a page that says what happened instead of a white one. */
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
    return this.state.error === null ? this.props.children : <AppBroken error={this.state.error} />
  }
}
