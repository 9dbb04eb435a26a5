import { type FocusEvent, useEffect, useRef } from 'react'

type Id = number | string

/**
 * Where the row with the keyboard goes away, its neighbour gets it, and after the last one what the list is in
 * (WCAG 2.2, 2.4.3). `focusableAt` finds what gets it in the row at an index. Answers with what a row calls when it, or a
 * dialog that it opened, has the keyboard. `ids` are of the rows in order; null: they are on their way.
 */
export const useRowFocus = (
  ids: readonly Id[] | null,
  focusableAt: (index: number) => HTMLElement | null | undefined,
) => {
  const last = useRef<{ id: Id; index: number; within: HTMLElement | null } | null>(null)
  useEffect(() => {
    const had = last.current
    if (had === null || ids === null || ids.includes(had.id) || document.activeElement !== document.body) return
    last.current = null
    const next = ids.length === 0 ? null : focusableAt(Math.min(had.index, ids.length - 1))
    ;(next ?? had.within)?.focus({ preventScroll: true })
  })
  return (id: Id, { currentTarget }: FocusEvent<HTMLElement>): void => {
    const within = currentTarget.closest<HTMLElement>('[role="dialog"], main')
    last.current = { id, index: ids?.indexOf(id) ?? 0, within }
  }
}
