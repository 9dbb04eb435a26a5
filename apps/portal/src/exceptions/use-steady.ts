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
  const [taken, take] = useState({ order: wanted, selected })
  const moved = taken.selected !== selected
  // The order of a render is settled while it is made, so that no other one is seen before.
  if (moved || (!held && taken.order !== wanted)) take({ order: wanted, selected })
  const known = taken.order.split(',').map(Number)
  const place = (id: number): number => (known.includes(id) ? known.indexOf(id) : known.length)
  const shown = held ? rows.toSorted((one, other) => place(one.id) - place(other.id)) : rows
  const waits = shown.map(({ id }) => id).join() !== wanted
  const takeNow = useEffectEvent(() => take({ order: wanted, selected }))
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => takeNow(), HELD_MS)
    return () => clearTimeout(timer)
  }, [waits])
  return shown
}
