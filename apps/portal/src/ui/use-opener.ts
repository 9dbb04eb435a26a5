import { useEffect } from 'react'

/** Mantine gives the keyboard back to what raised a question that closes, not of one that is gone at once. */
export const useOpener = (opened: boolean): void =>
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () =>
      void setTimeout(() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body)
          opener.focus({ preventScroll: true })
      })
  }, [opened])
