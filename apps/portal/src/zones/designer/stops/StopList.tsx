import type { AnyId } from '@ambit/contract'
import { Loader } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Flagged, RecordState } from '../../../drafts/diff.ts'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import type { StopDraft } from '../design/design.ts'
import { StopMarks } from './StopMarks.tsx'
import classes from './StopList.module.css'
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
  // oxlint-disable-next-line react/incompatible-library -- only rows are memoized, and they take none of its functions
  const rows = useVirtualizer({
    count: stops.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    // The same function as long as the list is: a new one would have every row measured again with each scroll.
    getItemKey: useCallback((index: number) => stops[index]?.id ?? index, [stops]),
  })
  const [only] = selection.size === 1 ? selection : []
  // What is chosen on the map is brought into view, and is where keyboard navigation continues.
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
  const press = (event: MouseEvent, stop: StopDraft): void => {
    setActiveId(stop.id)
    if (event.shiftKey) return onSelect(range(indexOf(stop.id)))
    if (event.ctrlKey || event.metaKey) return toggle(stop.id)
    setAnchor(stop.id)
    onSelect([stop.id])
  }
  const acts = useRef<RowActs>({ press, open: onOpen })
  useLayoutEffect(() => {
    acts.current = { press, open: onOpen }
  })
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
            <StopRow
              key={key}
              id={optionId(index)}
              stop={stop}
              state={stateOf(stop.id)}
              start={start}
              position={index + 1}
              count={stops.length}
              selected={selection.has(stop.id)}
              active={index === active}
              acts={acts}
            />
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

/** What a row may do, by reference: rows need not be drawn again for it. */
type RowActs = { press: (event: MouseEvent, stop: StopDraft) => void; open: (stop: StopDraft) => void }

type RowProps = {
  id: string
  stop: Flagged<StopDraft>
  state: RecordState
  start: number
  position: number
  count: number
  selected: boolean
  active: boolean
  acts: RefObject<RowActs>
}

/** Drawn again only when something of this stop changes: scrolling moves past thousands. */
const StopRow = memo(({ id, stop, state, start, position, count, selected, active, acts }: RowProps) => (
  <div
    id={id}
    role="option"
    aria-selected={selected}
    aria-setsize={count}
    aria-posinset={position}
    className={classes['option']}
    data-active={active || undefined}
    data-removed={stop.$destroy || undefined}
    style={{ transform: `translateY(${start}px)`, height: ROW }}
    onClick={(event) => acts.current.press(event, stop)}
    onDoubleClick={() => acts.current.open(stop)}
  >
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
  </div>
))
