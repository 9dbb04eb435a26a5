import type { Zone } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { zoneOptions } from '../records/zones.ts'
import { useNow } from '../settings/use-now.ts'
import { useScope } from '../url/scope.ts'
import { type UrlValue, urlState, useUrlState } from '../url/url-state.ts'
import { plansQuery } from './queries.ts'
import { dayWindow } from './units.ts'

const someDate: UrlValue<string | null> = {
  read: (value) =>
    value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null,
  write: (value) => value ?? undefined,
}
const dateState = urlState<{ date: string | null }>({ date: someDate })

const MINUTE = 60_000

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export type PlannedDay = ReturnType<typeof usePlannedDay>

/** What the address asks for: the region's zones, or those chosen, on a date; today where it names none. */
export const usePlannedDay = () => {
  const [scope] = useScope()
  const [{ date: named }, setState] = useUrlState(dateState)
  const now = useNow(MINUTE)
  const known = useQuery(zoneOptions(scope.region))
  const zones = useMemo((): Zone[] => {
    const all = known.data ?? []
    const chosen = all.filter(({ id }) => scope.zone.includes(id))
    return scope.zone.length === 0 ? all : chosen
  }, [known.data, scope.zone])
  const timeZone = zones[0]?.time_zone ?? ownTimeZone()
  const today = dateIn(timeZone, now)
  const date = named ?? today
  const window = useMemo(() => windowOf(zones, date), [zones, date])
  const ids = useMemo(() => zones.map(({ id }) => id), [zones])
  const plans = useQuery({
    ...plansQuery(ids, window ?? { from: '', to: '' }),
    enabled: window !== null,
    placeholderData: keepPreviousData,
  })
  return {
    region: scope.region,
    zones,
    date,
    today,
    now,
    window,
    setDate: (next: string) => setState({ date: next === today ? null : next }),
    plans,
    loadingZones: known.isPending,
    error: known.error ?? plans.error,
    retry: () => void (known.isError ? known.refetch() : plans.refetch()),
  }
}

/** From the first zone's midnight to the last one's: a region may span time zones. */
const windowOf = (zones: readonly Zone[], date: string): { from: string; to: string } | null => {
  const windows = [...new Set(zones.map(({ time_zone }) => time_zone))].map((zone) => dayWindow(zone, date))
  const from = windows.map((one) => one.from).toSorted()[0]
  const to = windows
    .map((one) => one.to)
    .toSorted()
    .at(-1)
  return from === undefined || to === undefined ? null : { from, to }
}
