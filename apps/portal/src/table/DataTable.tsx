import { Checkbox, Skeleton } from '@mantine/core'
import { columnSizingFeature, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useFormat } from '../settings/format.ts'
import { useKeyHints } from '../ui/keys.ts'
import { useRowFocus } from '../ui/use-row-focus.ts'
import { cellText, type Column, fixedPlaces, type Totals } from './column.ts'
import { ColumnHeader } from './ColumnHeader.tsx'
import { RowActions, type RowAction } from './RowActions.tsx'
import { rowKey } from './row-keys.ts'
import { tableKeys, tableStrings } from './strings.ts'
import shared from './table.module.css'
import classes from './DataTable.module.css'
import { useColumnWidths } from './use-column-widths.ts'

const SELECT_WIDTH = 44
const ACTIONS_WIDTH = 52
const SKELETON_ROWS = 12

const features = tableFeatures({ columnSizingFeature, rowSelectionFeature })

type Props<R> = {
  /** kept widths are stored under this name */
  name: string
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  nameOf: (record: R) => string
  sort: string | null
  onSort: (sort: string | null) => void
  pending: boolean
  fetching: boolean
  empty: ReactNode
  onOpen?: (record: R) => void
  selection?: ReadonlySet<number>
  onSelect?: (ids: ReadonlySet<number>) => void
  actions?: (record: R) => readonly RowAction[]
  /** for tables of figures that neither select nor act */
  totals?: Totals | undefined
}

/**
 * Rows of records. One row at a time takes part in the tab order: arrows move, Enter opens, Space selects. Controls of
 * the other rows are reached by going to their row.
 */
export const DataTable = <R extends { id: number }>(props: Props<R>) => {
  const { columns, rows, label, selection, onSelect, actions, pending, fetching } = props
  useKeyHints(tableKeys)
  const fixed = (onSelect === undefined ? 0 : SELECT_WIDTH) + (actions === undefined ? 0 : ACTIONS_WIDTH)
  const { ref, widths, total, resize, forget } = useColumnWidths(props.name, columns, fixed)
  const places = fixedPlaces(columns, widths, onSelect === undefined ? 0 : SELECT_WIDTH)
  const edge = places.size === 0 ? '' : (shared['fixed'] ?? '')
  const data = useMemo(() => [...rows], [rows])
  const definitions = useMemo(
    () =>
      columns.map((column) => ({ id: column.id, header: column.header, accessorFn: column.value, size: column.width })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: (record) => String(record.id),
    enableRowSelection: onSelect !== undefined,
    state: { rowSelection: Object.fromEntries([...(selection ?? [])].map((id) => [String(id), true])) },
    onRowSelectionChange: (updater) => {
      const before = Object.fromEntries([...(selection ?? [])].map((id) => [String(id), true as const]))
      const next = typeof updater === 'function' ? updater(before) : updater
      onSelect?.(
        new Set(
          Object.keys(next)
            .filter((id) => next[id])
            .map(Number),
        ),
      )
    },
  })
  const [activeId, setActiveId] = useState<string | null>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const tableRows = table.getRowModel().rows
  const active = tableRows.some((row) => row.id === activeId) ? activeId : (tableRows[0]?.id ?? null)
  const focusRow = (index: number): void => {
    const row = tableRows[Math.max(0, Math.min(tableRows.length - 1, index))]
    if (row === undefined) return
    setActiveId(row.id)
    body.current?.querySelector<HTMLElement>(`tr[data-row="${row.id}"]`)?.focus()
  }
  const onRowFocus = useRowFocus(pending ? null : tableRows.map(({ id }) => id), (index) =>
    body.current?.querySelector<HTMLElement>(`tr[data-row="${tableRows[index]?.id}"]`),
  )
  const act = (event: KeyboardEvent, index: number): void => {
    const meaning = rowKey(event)
    const row = tableRows[index]
    if (meaning === null || row === undefined) return
    event.preventDefault()
    if ('move' in meaning) return focusRow(index + meaning.move)
    if (meaning.act === 'first') focusRow(0)
    else if (meaning.act === 'last') focusRow(tableRows.length - 1)
    else if (meaning.act === 'open') props.onOpen?.(row.original)
    else row.toggleSelected()
  }
  const count = columns.length + (onSelect === undefined ? 0 : 1) + (actions === undefined ? 0 : 1)
  return (
    <div className={classes['frame']}>
      <div className={classes['refetch']} data-on={fetching && !pending} aria-hidden="true" />
      <div ref={ref} className={classes['scroll']}>
        <table className={shared['table']} role="grid" aria-label={label} aria-busy={pending} style={{ width: total }}>
          <thead>
            <tr>
              {onSelect !== undefined && (
                <th scope="col" style={{ width: SELECT_WIDTH, left: 0 }} className={edge}>
                  <Checkbox
                    aria-label={tableStrings.selectAll}
                    checked={rows.length > 0 && table.getIsAllRowsSelected()}
                    indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
              )}
              {columns.map((column) => (
                <ColumnHeader
                  key={column.id}
                  column={column}
                  width={widths[column.id] ?? column.width}
                  left={places.get(column.id)}
                  sort={props.sort}
                  onSort={props.onSort}
                  onResize={(width) => resize(column.id, width)}
                  onForget={() => forget(column.id)}
                />
              ))}
              {actions !== undefined && (
                <th scope="col" style={{ width: ACTIONS_WIDTH }} className={shared['end']}>
                  <span className="visually-hidden">{tableStrings.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body}>
            {pending && <SkeletonRows columns={count} />}
            {!pending && rows.length === 0 && (
              <tr className={classes['emptyRow']}>
                <td colSpan={count}>{props.empty}</td>
              </tr>
            )}
            {tableRows.map((row, index) => (
              <tr
                key={row.id}
                data-row={row.id}
                className={shared['row']}
                tabIndex={row.id === active ? 0 : -1}
                aria-selected={onSelect === undefined ? undefined : row.getIsSelected()}
                onFocus={(event) => {
                  setActiveId(row.id)
                  onRowFocus(row.id, event)
                }}
                // React hands on keys from menus and dialogs that a row opened, though they lie outside of it.
                onKeyDown={(event) =>
                  event.target instanceof Node && event.currentTarget.contains(event.target) && act(event, index)
                }
                onClick={() => props.onOpen?.(row.original)}
              >
                {onSelect !== undefined && (
                  <td className={edge} style={{ left: 0 }} onClick={(event) => event.stopPropagation()}>
                    <Checkbox
                      aria-label={tableStrings.select(props.nameOf(row.original))}
                      tabIndex={row.id === active ? 0 : -1}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <Cell key={column.id} column={column} record={row.original} left={places.get(column.id)} />
                ))}
                {actions !== undefined && (
                  <td className={shared['end']} onClick={(event) => event.stopPropagation()}>
                    <RowActions
                      label={tableStrings.actionsFor(props.nameOf(row.original))}
                      reachable={row.id === active}
                      actions={actions(row.original)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
          {props.totals !== undefined && rows.length > 0 && <TotalsRow columns={columns} totals={props.totals} />}
        </table>
      </div>
    </div>
  )
}

/** Below the rows and in view while they are scrolled. */
const TotalsRow = <R,>({ columns, totals }: { columns: readonly Column<R>[]; totals: Totals }) => {
  const format = useFormat()
  return (
    <tfoot className={classes['totals']}>
      <tr>
        {columns.map(({ id, type = 'text' }, index) =>
          index === 0 ? (
            <th key={id} scope="row">
              {totals.label}
            </th>
          ) : (
            <td key={id} data-type={type}>
              {totals.values[id] === undefined ? '' : cellText(totals.values[id], type, format)}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  )
}

const Cell = <R,>({ column, record, left }: { column: Column<R>; record: R; left: number | undefined }) => {
  const format = useFormat()
  const type = column.type ?? 'text'
  const text = cellText(column.value(record), type, format)
  return (
    <td
      data-type={type}
      data-primary={column.primary ?? false}
      {...(left === undefined ? {} : { style: { left }, className: shared['fixed'] })}
    >
      {column.cell?.(record) ?? text}
    </td>
  )
}

/** Visible only after 150 ms (the style sheet's delay), in the widths of the columns to come. */
const SkeletonRows = ({ columns }: { columns: number }) =>
  Array.from({ length: SKELETON_ROWS }, (_row, row) => (
    <tr key={row} className={classes['skeleton']} aria-hidden="true">
      {Array.from({ length: columns }, (_cell, column) => (
        <td key={column}>
          <Skeleton h={10} w={`${55 + ((row * 7 + column * 13) % 35)}%`} />
        </td>
      ))}
    </tr>
  ))
