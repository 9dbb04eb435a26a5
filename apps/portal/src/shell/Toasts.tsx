import { Notifications } from '@mantine/notifications'

const MOST_NOTICES = 4

/** Notices at the bottom right of the page. */
export const Toasts = () => (
  <Notifications position="bottom-right" limit={MOST_NOTICES} containerWidth={380} aria-live="polite" />
)
