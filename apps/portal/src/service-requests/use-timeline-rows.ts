import type { ServiceRequest } from '@ambit/contract'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { Group } from './timeline.ts'

/** px, as in the stylesheet: rows are never measured */
const HEAD_HEIGHT = 62
const GROUP_HEIGHT = 26
const ROW_HEIGHT = 30
const OVERSCAN = 10

/** Of a group of bookings, those rows that are drawn; `top` is px below the group's name. */
type DrawnGroup = {
  group: Group<ServiceRequest>
  height: number
  rows: { booking: ServiceRequest; top: number; position: number }[]
}

/**
 * The rows of a long timeline that are in view, group by group, and the row that the keyboard is at: it is drawn
 * even when it is out of sight, so that the focus is never lost.
 */
export const useTimelineRows = (groups: readonly Group<ServiceRequest>[], scroll: RefObject<HTMLElement | null>) => {
  // A group's name is a row without a booking.
  const lines = useMemo(
    () =>
      groups.flatMap((group) => [null, ...group.bookings].map((booking, position) => ({ group, booking, position }))),
    [groups],
  )
  const order = useMemo(() => lines.flatMap(({ booking }, index) => (booking === null ? [] : [index])), [lines])
  const [activeId, setActive] = useState<number | null>(null)
  /** the booking that takes the focus once it is drawn */
  const wanted = useRef<number | null>(null)
  const active = lines.find(({ booking }) => booking !== null && booking.id === activeId) ?? lines[order[0] ?? -1]
  const activeIndex = active === undefined ? -1 : lines.indexOf(active)
  // oxlint-disable-next-line react/incompatible-library -- drawn again with each scroll; nothing of it is passed on
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => (lines[index]?.booking === null ? GROUP_HEIGHT : ROW_HEIGHT),
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT + GROUP_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), activeIndex])].filter((index) => index >= 0),
  })
  const inView = Map.groupBy(
    virtual.getVirtualItems().flatMap(({ index }) => lines[index] ?? []),
    ({ group }) => group,
  )
  /** Arrows, Home and End; false for any other key. */
  const move = (key: string): boolean => {
    const at = order.indexOf(activeIndex)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: order.length - 1 }[key]
    if (next === undefined) return false
    const index = order[Math.min(order.length - 1, Math.max(0, next))] ?? -1
    const booking = lines[index]?.booking
    if (booking == null || index === activeIndex) return true
    wanted.current = booking.id
    setActive(booking.id)
    virtual.scrollToIndex(index)
    return true
  }
  return {
    drawn: groups.map((group): DrawnGroup => ({
      group,
      height: group.bookings.length * ROW_HEIGHT,
      rows: (inView.get(group) ?? []).flatMap(({ booking, position }) =>
        booking === null ? [] : [{ booking, position, top: (position - 1) * ROW_HEIGHT }],
      ),
    })),
    activeId: active?.booking?.id ?? null,
    setActive,
    move,
    /** Given each row as it is drawn. */
    drawnRow: (id: number, row: HTMLElement | null): void => {
      if (row === null || wanted.current !== id) return
      wanted.current = null
      row.focus({ preventScroll: true })
    },
  }
}
