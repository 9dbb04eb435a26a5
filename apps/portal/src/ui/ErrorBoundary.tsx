import { Component, type ErrorInfo, type ReactNode } from 'react'
import { causeOf } from './cause-of.ts'
import { reportRoutingError } from './error-list.ts'
import { ErrorState } from './ErrorState.tsx'
import { SlowLoad } from './load-within.ts'
import { onceThere } from './once-there.ts'

type Props = { children: ReactNode; onRetry?: () => void }
type State = { error: unknown; failed: boolean }

/**
 * A part of the page that fails shows an error; the rest keeps working. What only comes late is shown as soon as it is
 * there. React offers this to classes only.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override componentDidCatch(error: Error, _info: ErrorInfo): void {
    reportRoutingError(causeOf(error))
    if (!(error instanceof SlowLoad)) return
    void onceThere(error, () => {
      const isShown = this.state.error === error
      if (isShown) this.retry()
      return isShown
    })
  }

  retry = (): void => {
    this.props.onRetry?.()
    this.setState({ error: null, failed: false })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <ErrorState error={this.state.error} onRetry={this.retry} />
  }
}
