import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { useRegionLimit } from '../auth/session.ts'
import { type Option, SelectField } from '../form/fields.tsx'
import { regionText } from './region-text.ts'
import { regionOptions } from './regions.ts'

const READ = 'RegionManagement:region:canRead'
const ELSEWHERE = 'Another region'

type Props = {
  label: string
  /** what a record without a region is */
  none: string
  /** null: a new one */
  record: { region_id: number | null } | null
}

/**
 * The region that a driver, vehicle or passenger belongs to. It is not asked where there is nothing to choose: users of
 * one region create records of that region.
 */
export const RegionField = ({ label, none, record }: Props) => {
  const can = useCan()
  const limit = useRegionLimit()
  const regions = useQuery({ ...regionOptions, enabled: can(READ) }).data
  if (regions === undefined) return null
  const own = record?.region_id ?? null
  const known = own === null ? record === null || limit === null : regions.some(({ id }) => id === own)
  if (regions.length < 2 && known) return null
  const options = regions.map(({ id, name }): Option => ({ value: regionText(id), label: name }))
  // Not for a new record of a user who is limited to some.
  if (limit === null || record !== null)
    options.unshift({ value: regionText(null), label: none, disabled: limit !== null })
  if (own !== null && !known) options.push({ value: regionText(own), label: ELSEWHERE })
  return <SelectField name="region_id" label={label} options={options} searchable />
}
