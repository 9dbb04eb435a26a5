import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useMasks } from '../auth/masks.ts'
import type { Column } from './column.ts'
import { nextSort, sortDirection } from './list-state.ts'
import { tableStrings } from './strings.ts'
import shared from './table.module.css'
import classes from './ColumnHeader.module.css'

const KEY_STEP = 16

type Props<R> = {
  column: Column<R>
  width: number
  /** left edge of a fixed column */
  left?: number | undefined
  sort: string | null
  onSort: (sort: string | null) => void
  onResize: (width: number) => void
  /** back to the width it was made with */
  onForget: () => void
}

/** A heading that sorts where the server can, and whose right edge is dragged, or moved with Shift and the arrows. */
export const ColumnHeader = <R,>({ column, width, left, sort, onSort, onResize, onForget }: Props<R>) => {
  const masks = useMasks()
  const key = column.guard !== undefined && masks.has(column.guard) ? undefined : column.sort
  const direction = sortDirection(sort, key)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    onResize(width + (event.key === 'ArrowRight' ? KEY_STEP : -KEY_STEP))
  }
  return (
    <th
      scope="col"
      style={{ width, left }}
      className={left === undefined ? undefined : shared['fixed']}
      aria-sort={key === undefined ? undefined : direction}
      data-type={column.type ?? 'text'}
    >
      {key === undefined ? (
        <span className={shared['heading']} tabIndex={0} onKeyDown={onKeyDown}>
          {column.header}
        </span>
      ) : (
        <button
          type="button"
          className={shared['heading']}
          title={tableStrings.sortBy(column.header)}
          onClick={() => onSort(nextSort(sort, key))}
          onKeyDown={onKeyDown}
        >
          {column.header}
          {direction === 'ascending' && <IconArrowUp size={13} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={13} aria-hidden />}
        </button>
      )}
      <Edge width={width} onResize={onResize} onForget={onForget} />
    </th>
  )
}

const Edge = ({ width, onResize, onForget }: Pick<Props<never>, 'width' | 'onResize' | 'onForget'>) => {
  const from = useRef<{ x: number; width: number } | null>(null)
  const move = (event: PointerEvent): void => {
    if (from.current !== null) onResize(from.current.width + event.clientX - from.current.x)
  }
  return (
    <span
      className={classes['edge']}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width }
      }}
      onPointerMove={move}
      onPointerUp={() => {
        from.current = null
      }}
      onPointerCancel={() => {
        from.current = null
      }}
      onDoubleClick={onForget}
    />
  )
}
