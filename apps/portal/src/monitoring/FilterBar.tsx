import { MultiSelect, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type VehicleFilters, vehicleStatuses } from './filters.ts'
import shared from './monitoring.module.css'
import classes from './FilterBar.module.css'
import { monitoringStrings } from './strings.ts'

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

type Props = {
  filters: VehicleFilters
  onChange: (change: Partial<VehicleFilters>, options?: { replace?: boolean }) => void
}

/** Which vehicles the list and the map show. */
export const FilterBar = ({ filters, onChange }: Props) => (
  <search className={shared['filters']} aria-label={words.label}>
    <TextInput
      size="xs"
      w={170}
      aria-label={words.search}
      placeholder={words.search}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={filters.q}
      onChange={(event) => onChange({ q: event.currentTarget.value }, { replace: true })}
    />
    <MultiSelect
      size="xs"
      className={classes['statusFilter']}
      aria-label={words.status}
      placeholder={filters.status.length === 0 ? words.anyStatus : ''}
      data={statuses}
      value={[...filters.status]}
      onChange={(values) => onChange({ status: vehicleStatuses.filter((status) => values.includes(status)) })}
    />
    <Select
      size="xs"
      w={104}
      aria-label={words.signal}
      placeholder={words.signals.any}
      clearable
      data={[...signals]}
      value={filters.signal}
      onChange={(value) => onChange({ signal: signals.find((signal) => signal.value === value)?.value ?? null })}
    />
    <Select
      size="xs"
      w={128}
      aria-label={words.manual}
      placeholder={words.manuals.any}
      clearable
      data={[...manuals]}
      value={filters.manual}
      onChange={(value) => onChange({ manual: manuals.find((manual) => manual.value === value)?.value ?? null })}
    />
  </search>
)
