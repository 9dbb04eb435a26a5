import { useWindowEvent } from '@mantine/hooks'
import { isWriting, useKeyHints } from '../ui/keys.ts'
import { monitoringKeys } from './strings.ts'

type Commands = {
  findTrip: () => void
  showZone: (steps: 1 | -1) => void
  openLate: () => void
}

/** To a trip, a zone, or the next late vehicle without the mouse. */
export const useMonitoringKeys = ({ findTrip, showZone, openLate }: Commands): void => {
  useKeyHints(monitoringKeys)
  useWindowEvent('keydown', (event) => {
    if (isWriting(event.target) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    // In a dialog the page beneath does not listen.
    if (event.target instanceof Element && event.target.closest('[role="dialog"]') !== null) return
    switch (event.key) {
      case 't':
        findTrip()
        break
      case 'z':
        showZone(1)
        break
      case 'Z':
        showZone(-1)
        break
      case 'l':
        openLate()
        break
      default:
        return
    }
    event.preventDefault()
  })
}
