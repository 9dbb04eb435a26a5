/** What tells that the app came to the front, or that there may be a signal again. */
export type Signs = {
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  document: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & { visibilityState: string }
}

/** Calls `wake` on each sign; answers with what ends that. */
export const listenForSigns = ({ window, document }: Signs, wake: () => void): (() => void) => {
  const seen = (): void => {
    if (document.visibilityState === 'visible') wake()
  }
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', seen)
  return () => {
    window.removeEventListener('online', wake)
    window.removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', seen)
  }
}
