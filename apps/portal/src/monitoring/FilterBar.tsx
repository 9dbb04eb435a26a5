import type { Place as FoundPlace } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { Button, MultiSelect, Popover, Select, Switch, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconMapSearch, IconSearch } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { AddressInput } from '../map/AddressInput.tsx'
import { placeAt, placesQuery } from '../map/places.ts'
import { useTypedText } from '../url/use-typed-text.ts'
import { type VehicleFilters, vehicleStatuses } from './filters.ts'
import classes from './FilterBar.module.css'
import { monitoringStrings } from './strings.ts'
import { trafficStrings } from './traffic/strings.ts'
import type { Traffic } from './traffic/use-traffic.ts'

const words = monitoringStrings.filters
const statuses = vehicleStatuses.map((value) => ({ value, label: monitoringStrings.statuses[value] }))
const signals = [
  { value: 'receiving', label: words.signals.receiving },
  { value: 'lost', label: words.signals.lost },
] as const
const manuals = [
  { value: 'on', label: words.manuals.on },
  { value: 'off', label: words.manuals.off },
] as const

type FilterProps = {
  filters: VehicleFilters
  onChange: (change: Partial<VehicleFilters>, options?: { replace?: boolean }) => void
}
type Props = FilterProps & {
  search: RefObject<HTMLInputElement | null>
  /** Enter in the search for a vehicle or driver, with its text */
  onEnter: (text: string) => void
  near: LngLat
  sought: FoundPlace | null
  onSought: (place: FoundPlace | null) => void
  traffic: Traffic
}

const SEARCH_DEBOUNCE_MS = 250
const geocoder = { search: placesQuery, nameOf: placeAt }

/** Which vehicles the list and the map show, and what else the map shows. */
export const FilterBar = ({ filters, onChange, search, onEnter, near, sought, onSought, traffic }: Props) => {
  const narrow = useMediaQuery('(max-width: 80em)', false, { getInitialValueInEffect: false })
  const set = filters.status.length + (filters.signal === null ? 0 : 1) + (filters.manual === null ? 0 : 1)
  return (
    <search className={classes['filters']} aria-label={words.label}>
      <VehicleSearch
        input={search}
        value={filters.q}
        onChange={(q) => onChange({ q }, { replace: true })}
        onEnter={onEnter}
      />
      {narrow ? (
        <Popover position="bottom-start" shadow="md" trapFocus>
          <Popover.Target>
            <Button size="xs" variant="default" leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}>
              {words.more(set)}
            </Button>
          </Popover.Target>
          <Popover.Dropdown className={classes['stacked']}>
            <VehicleSelects filters={filters} onChange={onChange} />
          </Popover.Dropdown>
        </Popover>
      ) : (
        <VehicleSelects filters={filters} onChange={onChange} />
      )}
      <div className={classes['place']}>
        <AddressInput
          bare
          label={words.place}
          placeholder={words.place}
          icon={<IconMapSearch size={14} aria-hidden />}
          near={near}
          value={sought}
          onChange={onSought}
          geocoder={geocoder}
        />
      </div>
      {traffic.maySee && (
        <Switch
          size="xs"
          label={trafficStrings.label}
          checked={traffic.on}
          onChange={(event) => traffic.switchTo(event.currentTarget.checked)}
        />
      )}
    </search>
  )
}

type SearchProps = {
  input: RefObject<HTMLInputElement | null>
  value: string
  onChange: (text: string) => void
  onEnter: (text: string) => void
}

/** Holds what is being typed itself: the address follows a moment later, and must not take letters back. */
const VehicleSearch = ({ input, value, onChange, onEnter }: SearchProps) => {
  const { typed, type } = useTypedText({ value, onChange, delay: SEARCH_DEBOUNCE_MS })
  return (
    <TextInput
      ref={input}
      size="xs"
      className={classes['search']}
      aria-label={words.search}
      placeholder={words.search}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter(typed)}
    />
  )
}

/** Their lists stay inside, so that a choice does not close what they are in. */
const inside = { withinPortal: false }

const VehicleSelects = ({ filters, onChange }: FilterProps) => (
  <>
    <MultiSelect
      size="xs"
      className={classes['statusFilter']}
      aria-label={words.status}
      placeholder={filters.status.length === 0 ? words.anyStatus : ''}
      comboboxProps={inside}
      data={statuses}
      value={[...filters.status]}
      onChange={(values) => onChange({ status: vehicleStatuses.filter((status) => values.includes(status)) })}
    />
    <Select
      size="xs"
      w={112}
      aria-label={words.signal}
      placeholder={words.signals.any}
      comboboxProps={inside}
      clearable
      data={[...signals]}
      value={filters.signal}
      onChange={(value) => onChange({ signal: signals.find((signal) => signal.value === value)?.value ?? null })}
    />
    <Select
      size="xs"
      w={132}
      aria-label={words.manual}
      placeholder={words.manuals.any}
      comboboxProps={inside}
      clearable
      data={[...manuals]}
      value={filters.manual}
      onChange={(value) => onChange({ manual: manuals.find((manual) => manual.value === value)?.value ?? null })}
    />
  </>
)
