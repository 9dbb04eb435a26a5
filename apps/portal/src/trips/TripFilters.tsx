import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { driverOptions } from '../records/drivers.ts'
import { vehicleOptions } from '../records/vehicles.ts'
import { zoneOptions } from '../records/zones.ts'
import { useCan } from '../auth/permissions.ts'
import { DateRangeFilter } from './DateRangeFilter.tsx'
import type { TripsState } from './list-filters.ts'
import { isTripState, tripStateOptions } from '../records/trips.ts'
import { tripStrings as words } from './strings.ts'
import { TextFilter } from './TextFilter.tsx'

type Props = {
  state: TripsState
  timeZone: string
  now: Date
  onChange: (change: Partial<TripsState>, options?: { replace?: boolean }) => void
}

/** What narrows the list beside the search. Its zones are those of the whole portal. */
export const TripFilters = ({ state, timeZone, now, onChange }: Props) => (
  <>
    <ZoneFilter region={state.region} chosen={state.zone} onChange={(zone) => onChange({ zone })} />
    <TextFilter
      label={words.tripId}
      value={state['filter.id'] === null ? '' : String(state['filter.id'])}
      digits
      onChange={(id) => onChange({ 'filter.id': id === '' ? null : Number(id) }, { replace: true })}
    />
    <TextFilter
      label={words.tripName}
      value={state['filter.name']}
      onChange={(name) => onChange({ 'filter.name': name }, { replace: true })}
    />
    <DateRangeFilter
      range={state['filter.date_range']}
      timeZone={timeZone}
      now={now}
      onChange={(range) => onChange({ 'filter.date_range': range })}
    />
    <CrewFilters state={state} onChange={onChange} />
    <MultiSelect
      aria-label={words.status}
      {...(state['filter.status'].length === 0 ? { placeholder: words.status, w: 130 } : {})}
      miw={130}
      maw="100%"
      data={tripStateOptions}
      value={[...state['filter.status']]}
      onChange={(chosen) => onChange({ 'filter.status': chosen.filter(isTripState) })}
      clearable
    />
  </>
)

type ZoneProps = { region: number | null; chosen: readonly number[]; onChange: (zone: number[]) => void }

/** The zones of the chosen region, all of them by default, as in the header. */
const ZoneFilter = ({ region, chosen, onChange }: ZoneProps) => {
  const can = useCan()
  const readable = can('ZoneManagement:zone:canRead')
  const zones = useQuery({ ...zoneOptions(region), enabled: readable }).data ?? []
  if (!readable) return null
  const known = chosen.filter((id) => zones.some((zone) => zone.id === id))
  const all = known.length === 0
  return (
    <MultiSelect
      aria-label={words.zone}
      searchable
      miw={150}
      maw="100%"
      data={zones.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={(all ? zones.map(({ id }) => id) : known).map(String)}
      // All of them are one word, and no row of pills.
      {...(all ? { renderPill: () => null, placeholder: words.allZones, w: 150 } : {})}
      onChange={(values) => onChange(values.length === zones.length ? [] : values.map(Number))}
    />
  )
}

/** Filters by driver and vehicle, for users who may read them. */
const CrewFilters = ({ state, onChange }: Pick<Props, 'state' | 'onChange'>) => {
  const can = useCan()
  const [drivers, vehicles] = [can('DriverManagement:driver:canRead'), can('VehicleManagement:vehicle:canRead')]
  const driverList = useQuery({ ...driverOptions, enabled: drivers }).data ?? []
  const vehicleList = useQuery({ ...vehicleOptions, enabled: vehicles }).data ?? []
  return (
    <>
      {drivers && (
        <OneOf
          label={words.driverFilter}
          options={driverList.map(({ id, full_name }) => ({ value: String(id), label: full_name }))}
          chosen={state['filter.driver']}
          onChange={(id) => onChange({ 'filter.driver': id })}
        />
      )}
      {vehicles && (
        <OneOf
          label={words.vehicleFilter}
          options={vehicleList.map(({ id, vehicle_number }) => ({ value: String(id), label: vehicle_number }))}
          chosen={state['filter.vehicle']}
          onChange={(id) => onChange({ 'filter.vehicle': id })}
        />
      )}
    </>
  )
}

type OneOfProps = {
  label: string
  options: { value: string; label: string }[]
  chosen: number | null
  onChange: (id: number | null) => void
}

const OneOf = ({ label, options, chosen, onChange }: OneOfProps) => (
  <Select
    aria-label={label}
    placeholder={label}
    w={140}
    searchable
    clearable
    limit={100}
    data={options}
    value={options.some(({ value }) => value === String(chosen)) ? String(chosen) : null}
    onChange={(value) => onChange(value === null ? null : Number(value))}
  />
)
