import type { Zone } from '@ambit/contract'
import { dateIn, momentAt } from '@ambit/domain'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { zoneOptions } from '../records/zones.ts'
import { type ChangeGroup, describe } from '../drafts/describe.ts'
import { type Diff, partsOf } from '../drafts/diff.ts'
import { createFormat, type Format } from '../settings/create-format.ts'
import { useSettings } from '../settings/settings.ts'
import { useScope } from '../url/scope.ts'
import { byPattern, type Listed } from './patterns.ts'
import { type PlanDraft, planFields } from './plans.ts'
import { planStrings as words } from './strings.ts'

/** Drafts in words, zone by zone, in the zone's own time. */
export const useDescribePlans = (): ((diff: Diff<PlanDraft>) => ChangeGroup[]) => {
  const [scope] = useScope()
  const zones = useQuery(zoneOptions(scope.region)).data
  const { app } = useSettings()
  return useCallback(
    (diff) =>
      Object.entries(Object.groupBy([...diff], ([, { from, to }]) => String((to ?? from)?.zone_id))).map(
        ([id, entries]) => {
          const zone = zones?.find((one) => String(one.id) === id)
          const format = createFormat(app, zone?.time_zone)
          const group = describeZone(new Map(entries), zone, (time) => format.dateTime(time))
          return { ...group, ...inPatterns(new Map(entries), zone?.time_zone ?? 'UTC', format) }
        },
      ),
    [zones, app],
  )
}

/** What is added and what is removed, by pattern: a repeated day is a line for each schedule, not for each date. */
const inPatterns = (diff: Diff<PlanDraft>, timeZone: string, format: Format) => {
  const listed = (plan: PlanDraft): Listed => ({
    vehicle: plan.vehicle_number ?? words.noVehicle,
    times: words.span(format.time(plan.start_time), format.time(plan.end_time)),
    label: [plan.driver_name ?? '', plan.shiftLabel ?? ''].filter((part) => part !== '').join(', '),
    date: dateIn(timeZone, new Date(plan.start_time)),
    single: nameOf(plan, (time) => format.dateTime(time)),
  })
  const { added, removed } = partsOf(diff)
  const dateText = (date: string): string => format.date(momentAt(timeZone, date, NOON).toISOString())
  return {
    added: byPattern(added.map(listed), dateText),
    removed: byPattern(removed.map(listed), dateText),
    counts: { added: added.length, removed: removed.length },
  }
}

/** minutes from midnight */
const NOON = 720

const nameOf = (plan: PlanDraft, dateTime: (time: string) => string): string =>
  `${plan.vehicle_number ?? words.noVehicle}, ${words.span(dateTime(plan.start_time), dateTime(plan.end_time))}`

/** Names go with their ids, so that they change with them. */
const named = {
  vehicle_id: 'vehicle_number',
  driver_id: 'driver_name',
  service_route_id: 'service_route_name',
} as const

const describeZone = (
  diff: Diff<PlanDraft>,
  zone: Zone | undefined,
  dateTime: (time: string) => string,
): ChangeGroup => {
  const names = new Map<string, string | null>()
  for (const { from, to } of diff.values())
    for (const plan of [from, to])
      if (plan !== null)
        for (const [field, name] of Object.entries(named) as [keyof typeof named, (typeof named)[keyof typeof named]][])
          // of its own keys
          names.set(`${field} ${plan[field]}`, plan[name])
  return describe(diff, planFields, {
    title: zone?.name ?? words.unknown,
    nameOf: (plan) => nameOf(plan, dateTime),
    labels: words.fields,
    show: (field, value) => {
      if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return words.none
      if (field in named) return names.get(`${field} ${String(value)}`) ?? String(value)
      return /_time$|_from$|_until$/.test(field) ? dateTime(String(value)) : String(value)
    },
  })
}
