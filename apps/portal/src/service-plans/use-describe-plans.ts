import type { Zone } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { zoneOptions } from '../records/zones.ts'
import { type ChangeGroup, describe } from '../drafts/describe.ts'
import type { Diff } from '../drafts/diff.ts'
import { createFormat } from '../settings/create-format.ts'
import { useSettings } from '../settings/settings.ts'
import { useScope } from '../url/scope.ts'
import { type PlanDraft, planFields } from './plans.ts'
import { planStrings as words } from './strings.ts'

/** Drafts in words, zone by zone, in the zone's own time. */
export const useDescribePlans = (): ((diff: Diff<PlanDraft>) => ChangeGroup[]) => {
  const [scope] = useScope()
  const zones = useQuery(zoneOptions(scope.region)).data
  const { locale, currency } = useSettings().app
  return useCallback(
    (diff) =>
      Object.entries(Object.groupBy([...diff], ([, { from, to }]) => String((to ?? from)?.zone_id))).map(
        ([id, entries]) => {
          const zone = zones?.find((one) => String(one.id) === id)
          const format = createFormat({ locale, currency }, zone?.time_zone)
          return describeZone(new Map(entries), zone, (time) => format.dateTime(time))
        },
      ),
    [zones, locale, currency],
  )
}

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
    nameOf: (plan) =>
      `${plan.vehicle_number ?? words.noVehicle}, ${words.span(dateTime(plan.start_time), dateTime(plan.end_time))}`,
    labels: words.fields,
    show: (field, value) => {
      if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return words.none
      if (field in named) return names.get(`${field} ${String(value)}`) ?? String(value)
      return /_time$|_from$|_until$/.test(field) ? dateTime(String(value)) : String(value)
    },
  })
}
