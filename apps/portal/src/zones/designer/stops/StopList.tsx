import type { AnyId } from '@ambit/contract'
import { Loader } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Flagged, RecordState } from '../../../drafts/diff.ts'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import type { StopDraft } from '../design.ts'
import { StopMarks } from './StopMarks.tsx'
import classes from './stops.module.css'
import { stopStrings as words } from './strings.ts'

type Props = {
  stops: readonly Flagged<StopDraft>[]
  stateOf: (id: AnyId) => RecordState
  selection: ReadonlySet<AnyId>
  onSelect: (ids: Iterable<AnyId>) => void
  onOpen: (stop: StopDraft) => void
  onRemove: () => void
}

const ROW = 48
const PAGE = 10

/** The stops as one listbox: arrows move, Space selects, Shift extends, Enter opens, Delete deletes what is selected. */
export const StopList = ({ stops, stateOf, selection, onSelect, onOpen, onRemove }: Props) => {
  const scroller = useRef<HTMLDivElement>(null)
  const listId = useId()
  const [activeId, setActiveId] = useState<AnyId | null>(null)
  /** where a range begins */
  const [anchor, setAnchor] = useState<AnyId | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized, so its functions are always fresh
  const rows = useVirtualizer({
    count: stops.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    getItemKey: (index) => stops[index]?.id ?? index,
  })
  const [only] = selection.size === 1 ? selection : []
  // What is chosen on the map is brought into view, and is where the keyboard goes on.
  const follow = useEffectEvent((id: AnyId) => {
    const index = indexOf(id)
    if (id === activeId || index < 0) return
    setActiveId(id)
    setAnchor(id)
    rows.scrollToIndex(index)
  })
  useEffect(() => {
    if (only !== undefined) follow(only)
  }, [only])
  const indexOf = (id: AnyId | null): number => stops.findIndex((stop) => stop.id === id)
  const active = Math.max(0, indexOf(activeId))
  const range = (to: number): AnyId[] => {
    const from = Math.max(0, indexOf(anchor ?? activeId))
    return stops.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id)
  }
  const toggle = (id: AnyId): void => {
    const next = new Set(selection)
    if (!next.delete(id)) next.add(id)
    setAnchor(id)
    onSelect(next)
  }
  const goTo = (index: number, extend: boolean): void => {
    const to = Math.max(0, Math.min(stops.length - 1, index))
    const stop = stops[to]
    if (stop === undefined) return
    setActiveId(stop.id)
    rows.scrollToIndex(to)
    if (extend) onSelect(range(to))
    else setAnchor(stop.id)
  }
  const act = (event: KeyboardEvent): void => {
    const move = moves[event.key]
    const current = stops[active]
    if (current === undefined) return
    if (move !== undefined) goTo(move(active, stops.length), event.shiftKey)
    else if (event.key === ' ') toggle(current.id)
    else if (event.key === 'Enter') onOpen(current)
    else if (event.key === 'Delete') onRemove()
    else if (event.key === 'Escape' && selection.size > 0) onSelect([])
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(stops.map(({ id }) => id))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const press = (event: MouseEvent, index: number, stop: StopDraft): void => {
    setActiveId(stop.id)
    if (event.shiftKey) return onSelect(range(index))
    if (event.ctrlKey || event.metaKey) return toggle(stop.id)
    setAnchor(stop.id)
    onSelect([stop.id])
  }
  const optionId = (index: number): string => `${listId}-${index}`
  return (
    <div
      ref={scroller}
      className={classes['list']}
      role="listbox"
      aria-label={words.title}
      aria-multiselectable="true"
      aria-activedescendant={stops.length === 0 ? undefined : optionId(active)}
      tabIndex={0}
      onKeyDown={act}
    >
      <div role="presentation" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const stop = stops[index]
          if (stop === undefined) return null
          return (
            <div
              key={key}
              id={optionId(index)}
              role="option"
              aria-selected={selection.has(stop.id)}
              aria-setsize={stops.length}
              aria-posinset={index + 1}
              className={classes['option']}
              data-active={index === active || undefined}
              data-removed={stop.$destroy || undefined}
              style={{ transform: `translateY(${start}px)`, height: ROW }}
              onClick={(event) => press(event, index, stop)}
              onDoubleClick={() => onOpen(stop)}
            >
              <StopRow stop={stop} state={stateOf(stop.id)} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + PAGE,
  PageUp: (at) => at - PAGE,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

const StopRow = ({ stop, state }: { stop: Flagged<StopDraft>; state: RecordState }) => (
  <>
    <span className={classes['names']}>
      <span className={classes['name']}>{stop.name}</span>
      <span className={classes['address']}>{stop.street_address ?? words.noAddress}</span>
    </span>
    <StopMarks stop={stop} />
    {stop.$loading ? (
      <Loader size={14} aria-label={words.saving} />
    ) : state === 'saved' ? null : (
      <StatusTag tone={state === 'removed' ? 'danger' : 'warning'}>{words.states[state]}</StatusTag>
    )}
  </>
)
