import { useEffect, useEffectEvent, useState } from 'react'

/** So long a change of order waits. ms */
const HELD_MS = 5000

/**
 * Rows in an order that does not change beneath the pointer or the selected row: while one of them is there, a new order
 * waits until the selection moves, or for five seconds. What has gone is gone at once, and what is new stands at the end.
 */
export const useSteady = <R extends { id: number }>(
  rows: readonly R[],
  { held, selected }: { held: boolean; selected: number | null },
): readonly R[] => {
  const wanted = rows.map(({ id }) => id).join()
  const [taken, take] = useState(wanted)
  const known = taken.split(',').map(Number)
  const place = (id: number): number => (known.includes(id) ? known.indexOf(id) : known.length)
  const shown = held ? rows.toSorted((one, other) => place(one.id) - place(other.id)) : rows
  const waits = shown.map(({ id }) => id).join() !== wanted
  const takeNow = useEffectEvent(() => take(wanted))
  useEffect(() => takeNow(), [selected])
  useEffect(() => {
    if (!held) takeNow()
  }, [held, wanted])
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => takeNow(), HELD_MS)
    return () => clearTimeout(timer)
  }, [waits])
  return shown
}
