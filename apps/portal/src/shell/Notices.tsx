import { useNotifications } from '@mantine/notifications'
import { useState } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const Toasts = lazyComponent(
  async () => ({ default: (await import('./Toasts.tsx')).Toasts }),
  () => null,
)

/** What draws notices comes with the shell, else with the first notice: the pages before signing in seldom show one. */
export const Notices = () => {
  const { notifications } = useNotifications()
  const [needed, setNeeded] = useState(false)
  if (notifications.length > 0 && !needed) setNeeded(true)
  return (
    needed && (
      <ErrorBoundary>
        <Toasts />
      </ErrorBoundary>
    )
  )
}

/** A failure is told when a notice is to be drawn. */
export const loadNotices = (): Promise<void> => Toasts.preload().catch(() => {})
