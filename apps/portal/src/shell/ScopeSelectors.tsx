import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { regionOptions } from '../records/regions.ts'
import { zoneOptions } from '../records/zones.ts'
import { useCan } from '../auth/permissions.ts'
import { storeRegion, useScope } from '../url/scope.ts'
import classes from './ScopeSelectors.module.css'
import { shellStrings } from './strings.ts'

/** The region and zones that every page is about, kept in the address. */
export const ScopeSelectors = () => {
  const can = useCan()
  const readsRegions = can('RegionManagement:region:canRead')
  const readsZones = can('ZoneManagement:zone:canRead')
  const [scope, setScope] = useScope()
  const regions = useQuery({ ...regionOptions, enabled: readsRegions })
  const zones = useQuery({ ...zoneOptions(scope.region), enabled: readsZones })
  const regionChoices = choices(regions.data, scope.region === null ? [] : [scope.region])
  const zoneChoices = choices(zones.data, scope.zone)
  const known = new Set(zoneChoices.map(({ value }) => Number(value)))
  const shown = scope.zone.filter((id) => known.has(id))
  return (
    <div className={classes['scope']}>
      {readsRegions && (
        <Select
          className={classes['region']}
          aria-label={shellStrings.region}
          placeholder={shellStrings.allRegions}
          clearable
          searchable
          value={scope.region === null ? null : String(scope.region)}
          data={regionChoices}
          onChange={(value) => {
            const region = value === null ? null : Number(value)
            storeRegion(localStorage, region)
            // Zones belong to a region: those of the old one would filter everything away.
            setScope({ region, zone: [] })
          }}
        />
      )}
      {readsZones && (
        <MultiSelect
          className={classes['zones']}
          aria-label={shellStrings.zones}
          placeholder={scope.zone.length === 0 ? shellStrings.allZones : ''}
          clearable
          searchable
          value={shown.map(String)}
          data={zoneChoices}
          onChange={(values) => {
            const after = values.map(Number)
            const added = after.filter((id) => !shown.includes(id))
            const removed = shown.filter((id) => !after.includes(id))
            // The choice before may not be in the address yet: it stays.
            setScope(({ zone }) => ({
              zone: [...zone.filter((id) => !removed.includes(id) && !added.includes(id)), ...added],
            }))
          }}
        />
      )}
    </div>
  )
}

/** Until the names are loaded, what the address names is a choice of its own. */
const choices = (records: readonly { id: number; name: string }[] | undefined, named: readonly number[]) =>
  records === undefined
    ? named.map((id) => ({ value: String(id), label: shellStrings.loading }))
    : records.map(({ id, name }) => ({ value: String(id), label: name }))
