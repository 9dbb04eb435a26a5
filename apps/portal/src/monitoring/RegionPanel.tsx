import type { Trip, Zone } from '@ambit/contract'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconChevronRight, IconCurrentLocation } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import type { Focus } from './focus.ts'
import { type Group, groupByZone, type Row, rowsOf } from './groups.ts'
import shared from './monitoring.module.css'
import type { Place } from './place.ts'
import classes from './RegionPanel.module.css'
import { monitoringStrings as words } from './strings.ts'
import { TripRow } from './TripRow.tsx'

/** px, as in the stylesheet: rows are never measured */
const HEIGHTS = { zone: 36, trip: 56 } as const satisfies Record<Row['kind'], number>
const OVERSCAN = 8

type Props = {
  place: Place
  query: UseQueryResult<Trip[]>
  /** those that pass the filters */
  trips: readonly Trip[]
  zones: readonly Zone[]
  focus: Focus
  onFocus: (focus: Focus) => void
}

/** The active trips, zone by zone. */
export const RegionPanel = ({ place, query, trips, zones, focus, onFocus }: Props) => {
  const groups = useMemo(() => groupByZone(trips), [trips])
  return (
    <>
      <header className={shared['head']}>
        <Breadcrumbs place={place} />
        <h2 className={shared['heading']}>{words.activeZones}</h2>
      </header>
      {query.isPending && <ListSkeleton />}
      {query.isError && query.data === undefined && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && groups.length === 0 && (
        <EmptyState title={words.noTrips} reason={words.noTripsHint} />
      )}
      {groups.length > 0 && (
        <ZoneLists groups={groups} zones={zones} regionId={place.regionId} focus={focus} onFocus={onFocus} />
      )}
    </>
  )
}

type ListsProps = Pick<Props, 'zones' | 'focus' | 'onFocus'> & { groups: readonly Group[]; regionId: number | null }

/** Only the rows in view are drawn, and of those only the ones that change. */
const ZoneLists = ({ groups, zones, regionId, focus, onFocus }: ListsProps) => {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const scroll = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(groups, closed), [groups, closed])
  const timeZones = useMemo(() => new Map(zones.map((zone) => [zone.id, zone.time_zone])), [zones])
  // oxlint-disable-next-line react/incompatible-library -- drawn again with each scroll; nothing of it is passed on
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => HEIGHTS[rows[index]?.kind ?? 'trip'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
  })
  const focused = rows.findIndex((row) =>
    row.kind === 'zone' ? row.group.zoneId === focus.zoneId : row.trip.id === focus.tripId,
  )
  const found = focused >= 0
  const scrollTo = useEffectEvent(() => virtual.scrollToIndex(focused))
  useEffect(() => {
    if (found) scrollTo()
  }, [focus.zoneId, focus.tripId, found]) // oxlint-disable-line react/exhaustive-effect-dependencies -- another focus scrolls, rows that move do not
  const toggle = useCallback((zoneId: number): void => {
    setClosed((before) => {
      const after = new Set(before)
      if (!after.delete(zoneId)) after.add(zoneId)
      return after
    })
  }, [])
  const locateTrip = useCallback((tripId: number): void => onFocus({ tripId, zoneId: null }), [onFocus])
  const locateZone = useCallback((zoneId: number): void => onFocus({ tripId: null, zoneId }), [onFocus])
  return (
    <div ref={scroll} className={classes['scroll']}>
      <ul className={classes['rows']} style={{ height: virtual.getTotalSize() }} aria-label={words.allTrips}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <li
              key={key}
              className={classes['row']}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              {row.kind === 'zone' ? (
                <ZoneHead group={row.group} open={row.open} onToggle={toggle} onLocate={locateZone} />
              ) : (
                <TripRow
                  trip={row.trip}
                  regionId={regionId}
                  timeZone={timeZones.get(row.trip.zone_id)}
                  current={row.trip.id === focus.tripId}
                  onLocate={locateTrip}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type HeadProps = { group: Group; open: boolean; onToggle: (zoneId: number) => void; onLocate: (zoneId: number) => void }

const ZoneHead = memo(({ group: { zoneId, name, trips }, open, onToggle, onLocate }: HeadProps) => (
  <div className={classes['zone']}>
    <h3>
      <button type="button" aria-expanded={open} onClick={() => onToggle(zoneId)}>
        <IconChevronRight size={14} aria-hidden className={classes['chevron']} />
        <span className={classes['zoneName']}>{name}</span>
        <span className={shared['count']}>{words.zoneTrips(trips.length)}</span>
      </button>
    </h3>
    <ActionIcon
      size={26}
      aria-label={words.showZone(name)}
      title={words.showZone(name)}
      onClick={() => onLocate(zoneId)}
    >
      <IconCurrentLocation size={16} />
    </ActionIcon>
  </div>
))

const ListSkeleton = () => (
  <div className={shared['skeleton']} aria-busy="true">
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <Skeleton key={row} h={40} radius={6} />
    ))}
  </div>
)
