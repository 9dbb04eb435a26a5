import { type RefObject, useCallback, useMemo, useSyncExternalStore } from 'react'
import type { View } from './lay-out-zones.ts'
import { DAY_UNITS } from './units.ts'

/** Scrolling within so many px draws nothing new. */
const STEP_PX = 240
/** Drawn around what is in sight, so that neither scrolling nor the Tab key meets an empty place. */
const AROUND_PX = 480

const stepped = (px: number): number => Math.floor(px / STEP_PX) * STEP_PX

/** As text, which is equal while nothing new comes into sight. */
const placeOf = (frame: HTMLElement | null): string =>
  frame === null
    ? '0 0 0 0'
    : [frame.scrollTop, frame.scrollLeft, frame.clientHeight, frame.clientWidth].map(stepped).join(' ')

/** What of a frame that scrolls both ways is in sight, in steps. */
export const useView = (frame: RefObject<HTMLElement | null>, whole: boolean): View => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const { current } = frame
      if (current === null) return () => {}
      const sizes = new ResizeObserver(changed)
      sizes.observe(current)
      current.addEventListener('scroll', changed, { passive: true })
      return () => {
        sizes.disconnect()
        current.removeEventListener('scroll', changed)
      }
    },
    [frame],
  )
  const place = useSyncExternalStore(subscribe, () => placeOf(frame.current))
  return useMemo(() => {
    const [top = 0, left = 0, height = 0, width = 0] = place.split(' ').map(Number)
    const further = STEP_PX * 2 + AROUND_PX
    return {
      top: top - AROUND_PX,
      bottom: top + height + further,
      // At 2 px a minute a unit is a pixel; in a whole day every hour is in sight.
      from: whole ? 0 : left - AROUND_PX,
      to: whole ? DAY_UNITS : left + width + further,
    }
  }, [place, whole])
}
