import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import classes from './VirtualRows.module.css'

const OVERSCAN = 10

type Props<T> = {
  items: readonly T[]
  /** about how high a row is, in px; each is measured when it is drawn */
  estimate: number
  label: string
  /** stays at the top */
  head?: ReactNode
  /** the rows of a table, whose other roles the caller draws */
  table?: boolean
  row: (item: T) => ReactNode
}

/** A long list in a place that scrolls: only the rows in view are drawn. */
export const VirtualRows = <T,>({ items, estimate, label, head, table = false, row }: Props<T>) => {
  const scroll = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- drawn again with each scroll; nothing of it is passed on
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => estimate,
    overscan: OVERSCAN,
  })
  const rows = (
    <div className={classes['rows']} style={{ height: virtual.getTotalSize() }} role={table ? 'rowgroup' : undefined}>
      {virtual.getVirtualItems().map(({ index, start, key }) => (
        <div
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className={classes['row']}
          style={{ transform: `translateY(${start}px)` }}
          {...(table ? { role: 'row', 'aria-rowindex': index + 2 } : {})}
        >
          {items[index] === undefined ? null : row(items[index])}
        </div>
      ))}
    </div>
  )
  return (
    <div ref={scroll} className={classes['scroll']} tabIndex={0} role="group" aria-label={label}>
      {table ? (
        <div role="table" aria-label={label} aria-rowcount={items.length + 1} className={classes['table']}>
          {head}
          {rows}
        </div>
      ) : (
        rows
      )}
    </div>
  )
}
