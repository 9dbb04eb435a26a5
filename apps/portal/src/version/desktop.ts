type World = {
  notification: typeof Notification | undefined
  alert: (text: string) => void
}

/** What browsers without desktop notifications have instead. */
const world = (): World => ({
  notification: 'Notification' in window ? window.Notification : undefined,
  alert: (text) => window.alert(text),
})

/**
 * Notifies users who work in another window: a desktop notification that stays until it is
 * dealt with. Asks for permission once; a refusal is respected.
 */
export const tellDesktop = async (
  title: string,
  body: string,
  { notification, alert }: World = world(),
): Promise<void> => {
  if (notification === undefined) return alert(title)
  const leave = notification.permission === 'default' ? await notification.requestPermission() : notification.permission
  if (leave !== 'granted') return
  const shown = new notification(title, { body, tag: 'version-update', requireInteraction: true })
  shown.addEventListener('click', () => {
    window.focus()
    shown.close()
  })
}
