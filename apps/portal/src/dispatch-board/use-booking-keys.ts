import type { BoardBooking } from '@ambit/contract'
import type { KeyboardEvent } from 'react'
import { isWriting } from '../ui/keys.ts'
import type { LaidOutRow } from './board-layout.ts'
import type { useHold } from './use-hold.ts'

type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
const arrows: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] satisfies Arrow[]
const isArrow = (key: string): key is Arrow => arrows.includes(key)

/** The booking that an arrow leads to: along its vehicle, or the nearest in time on the next one that has any. */
export const bookingBeside = (
  laid: readonly LaidOutRow[],
  waiting: readonly BoardBooking[],
  booking: BoardBooking,
  key: Arrow,
): number | undefined => {
  const rows = [
    waiting.map(({ id }, at) => ({ id, start: at / Math.max(1, waiting.length) })),
    ...laid.map(({ bars }) => bars.map((bar) => ({ id: bar.booking.id, start: bar.start }))),
  ]
  const at = rows.findIndex((row) => row.some(({ id }) => id === booking.id))
  const own = rows[at] ?? []
  const index = own.findIndex(({ id }) => id === booking.id)
  if (key === 'ArrowLeft' || key === 'ArrowRight') return own[index + (key === 'ArrowLeft' ? -1 : 1)]?.id
  const others = key === 'ArrowUp' ? rows.slice(0, at).toReversed() : rows.slice(at + 1)
  const start = own[index]?.start ?? 0
  return others
    .find((row) => row.length > 0)
    ?.toSorted((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start))[0]?.id
}

type Commands = {
  moving: Pick<ReturnType<typeof useHold>, 'hold' | 'choose' | 'drop'>
  beside: (booking: BoardBooking, key: Arrow) => void
  take: (booking: BoardBooking) => void
  menu: (booking: BoardBooking) => void
  pin: (booking: BoardBooking) => void
  unassign: (booking: BoardBooking) => void
  optimise: (booking: BoardBooking) => void
  pause: (booking: BoardBooking) => void
  why: (booking: BoardBooking) => void
}

/** Keys on a booking of the board: choosing one, moving it, and what is done with it. */
export const useBookingKeys =
  (commands: Commands) =>
  (event: KeyboardEvent, booking: BoardBooking | undefined): void => {
    const { key } = event
    if (booking === undefined || isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    const { moving } = commands
    if (moving.hold !== null) {
      if (key === 'Enter') moving.drop()
      else if (isArrow(key))
        moving.choose(
          key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0,
          key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0,
        )
      else return
      return event.preventDefault()
    }
    if (isArrow(key)) commands.beside(booking, key)
    else if (key === 'm') commands.take(booking)
    else if (key === 'p') commands.pin(booking)
    else if (key === 'u') commands.unassign(booking)
    else if (key === 'o') commands.optimise(booking)
    else if (key === 'h') commands.pause(booking)
    else if (key === 'w') commands.why(booking)
    else if (key === 'ContextMenu') commands.menu(booking)
    else return
    event.preventDefault()
  }
