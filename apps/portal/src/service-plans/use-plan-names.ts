import { addDays } from '@ambit/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '../auth/permissions.ts'
import type { Option } from '../form/fields.tsx'
import { driverOptions } from '../records/drivers.ts'
import { vehicleOptions } from '../records/vehicles.ts'
import { zoneOptions } from '../records/zones.ts'
import { useFormat } from '../settings/format.ts'
import { type Duty, dutiesOf, dutyAt } from './crew.ts'
import { momentOf, type Names } from './plan-form.ts'
import { draftOfPlans, type PlanSession } from './plan-session.ts'
import type { PlanDraft } from './plans.ts'
import { crewQuery, routeOptionsQuery } from './queries.ts'
import { planStrings as words } from './strings.ts'
import { dayWindow } from './units.ts'

/** Who and what can be planned: vehicles in order, drivers who may drive, the zone's routes. */
const usePlannable = (zone: number) => {
  const can = useCan()
  const vehicles = useQuery({ ...vehicleOptions, enabled: can('VehicleManagement:vehicle:canRead') }).data ?? []
  const drivers = useQuery({ ...driverOptions, enabled: can('DriverManagement:driver:canRead') }).data ?? []
  const routes = useQuery({ ...routeOptionsQuery(zone), enabled: can('ZoneManagement:zone:canRead') }).data ?? []
  return {
    vehicles: vehicles.filter(({ status }) => status === 'active'),
    drivers: drivers.filter(({ status }) => status === 'approved'),
    routes: routes.map(({ id, name }): Option => ({ value: String(id), label: name })),
  }
}

export const usePlanNames = (zone: number): Names => {
  const { vehicles, drivers, routes } = usePlannable(zone)
  return {
    vehicle: (id) => vehicles.find((one) => String(one.id) === id)?.vehicle_number ?? null,
    driver: (id) => drivers.find((one) => String(one.id) === id)?.full_name ?? null,
    route: (id) => routes.find(({ value }) => value === id)?.label ?? null,
  }
}

type Asked = {
  session: PlanSession | null
  plan: PlanDraft
  timeZone: string
  date: string
  /** as the form has them, `08:00` */
  start: string
  end: string
}

type PlanOptions = { vehicles: Option[]; drivers: Option[]; routes: Option[] }

/** What the pickers offer: seats and wheelchair spaces, and what is free at the form's times before what is not. */
export const usePlanOptions = ({ session, plan, timeZone, date, start, end }: Asked): PlanOptions => {
  const { vehicles, drivers, routes } = usePlannable(plan.zone_id)
  const say = useDutyWords(timeZone)
  // A schedule may go on until the next day's end.
  const window = useMemo(
    () => ({ from: dayWindow(timeZone, date).from, to: dayWindow(timeZone, addDays(date, 1)).to }),
    [timeZone, date],
  )
  const saved = useQuery({ ...crewQuery(window), enabled: session !== null }).data
  const known = saved !== undefined && session !== null && start !== '' && end !== ''
  const duties = known ? dutiesOf(saved, draftOfPlans(session)) : []
  const times = known
    ? { id: plan.id, start_time: momentOf(timeZone, date, start), end_time: momentOf(timeZone, date, end) }
    : null
  const option = (id: number, label: string, facts: readonly string[], crew: Parameters<typeof dutyAt>[1]) => {
    const duty = times === null ? undefined : dutyAt(duties, crew, times)
    const detail = [...facts, ...(times === null ? [] : [say(duty)])].join(' · ')
    return { busy: duty !== undefined, option: { value: String(id), label, ...(detail === '' ? {} : { detail }) } }
  }
  const freeFirst = (all: readonly { busy: boolean; option: Option }[]): Option[] =>
    all.toSorted((a, b) => Number(a.busy) - Number(b.busy)).map((one) => one.option)
  return {
    vehicles: freeFirst(
      vehicles.map(({ id, vehicle_number, capacity, mobility_capacity }) =>
        option(id, vehicle_number, words.seats(capacity, mobility_capacity), { vehicle_id: id }),
      ),
    ),
    drivers: freeFirst(drivers.map(({ id, full_name }) => option(id, full_name, [], { driver_id: id }))),
    routes,
  }
}

const useDutyWords = (timeZone: string): ((duty: Duty | undefined) => string) => {
  const zones = useQuery(zoneOptions(null)).data
  const format = useFormat(timeZone)
  return (duty) => {
    if (duty === undefined) return words.free
    const zone = zones?.find(({ id }) => id === duty.zone_id)?.name ?? words.unknown
    return words.busy(zone, words.span(format.time(duty.start_time), format.time(duty.end_time)))
  }
}
