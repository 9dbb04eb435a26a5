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
  const known = new Set(zones.data?.map((zone) => zone.id))
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
          data={(regions.data ?? []).map((region) => ({ value: String(region.id), label: region.name }))}
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
          value={scope.zone.filter((id) => known.has(id)).map(String)}
          data={(zones.data ?? []).map((zone) => ({ value: String(zone.id), label: zone.name }))}
          onChange={(values) => setScope({ zone: values.map(Number) })}
        />
      )}
    </div>
  )
}
