import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../settings/format.ts'
import { type Empty, EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import type { Column, Totals } from './column.ts'
import { DataTable } from './DataTable.tsx'
import { Pager } from './Pager.tsx'
import type { RowAction } from './RowActions.tsx'
import { SearchBox } from './SearchBox.tsx'
import { tableStrings } from './strings.ts'
import classes from './ListCard.module.css'
import type { List } from './use-list.ts'

type Props<R> = {
  name: string
  label: string
  list: List<unknown, R>
  columns: readonly Column<R>[]
  nameOf: (record: R) => string
  search?: { label: string; placeholder: string }
  /** shown beside the search box */
  filters?: ReactNode
  /** takes search and filters away; offered when they leave nothing */
  onClear: () => void
  /** why there is nothing at all, and what to do */
  empty: Empty
  onOpen?: (record: R) => void
  actions?: (record: R) => readonly RowAction[]
  /** buttons of the selection banner; without them rows cannot be selected */
  bulk?: ReactNode
  /** a last row for all that is listed */
  totals?: Totals | undefined
  /** everything came at once: there is nothing to turn over */
  whole?: boolean
}

/** The card of a list page: filters, selection banner, table, pager; and what is said when there is nothing to show. */
export const ListCard = <R extends { id: number }>(props: Props<R>) => {
  const { list, label } = props
  const format = useFormat()
  const selectable = props.bulk !== undefined && props.bulk !== null && props.bulk !== false
  const failed = list.error !== null
  const [cleared, setCleared] = useState(0)
  const clear = (): void => {
    setCleared(cleared + 1)
    props.onClear()
  }
  const nothing = list.narrowed ? (
    <EmptyState
      title={tableStrings.noData}
      action={
        <Button variant="default" onClick={clear}>
          {tableStrings.clearFilters}
        </Button>
      }
    />
  ) : (
    <EmptyState {...props.empty} />
  )
  return (
    <section className={`card ${classes['card']}`} aria-label={label}>
      {/* Fields that are cleared begin anew: what was typed a moment ago goes as well. */}
      <div key={cleared} className={classes['filters']}>
        {props.search !== undefined && (
          <SearchBox
            {...props.search}
            value={list.state.search}
            onChange={(search) => list.change({ search }, { replace: true })}
          />
        )}
        {props.filters}
      </div>
      {selectable && (
        <div role="status" className={classes['bannerPlace']}>
          {list.selection.size > 0 && (
            <div className={classes['banner']}>
              <span>{tableStrings.selected(list.selection.size)}</span>
              {props.bulk}
              <Button size="compact-xs" variant="default" onClick={() => list.select(new Set())}>
                {tableStrings.clearSelection}
              </Button>
            </div>
          )}
        </div>
      )}
      {failed && list.total !== null && (
        <p className={classes['stale']} role="status">
          {tableStrings.stale(format.time(new Date(list.updatedAt)))}
          <Button size="compact-xs" variant="default" onClick={list.retry}>
            Retry
          </Button>
        </p>
      )}
      {failed && list.total === null ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : (
        <>
          <DataTable
            name={props.name}
            label={label}
            columns={props.columns}
            rows={list.rows}
            nameOf={props.nameOf}
            sort={list.state.sort}
            onSort={(sort) => list.change({ sort })}
            pending={list.pending}
            fetching={list.fetching}
            empty={nothing}
            onOpen={props.onOpen}
            {...(selectable ? { selection: list.selection, onSelect: list.select } : {})}
            actions={props.actions}
            totals={props.totals}
          />
          {props.whole !== true && (
            <Pager
              page={list.state.page}
              perPage={list.state.per_page}
              total={list.total ?? 0}
              onPage={(page) => list.change({ page })}
              onPerPage={(per_page) => list.change({ per_page })}
            />
          )}
        </>
      )}
    </section>
  )
}
