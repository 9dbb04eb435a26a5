import { api } from '@ambit/contract'
import { MultiSelect, Select } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { regionOptionsQuery } from '../records/region-options.ts'
import { useCan } from '../auth/permissions.ts'
import { storeRegion, useScope } from '../url/scope.ts'
import classes from './shell.module.css'
import { shellStrings } from './strings.ts'

const ALL = { page: 1, per_page: 1000 }

const zoneOptionsQuery = (region: number | null) =>
  queryOptions({
    queryKey: ['zones', 'options', region],
    queryFn: ({ signal }) =>
      client
        .call(api.zones.list, {
          query: { ...ALL, ...(region === null ? {} : { filter: { region: [region] } }) },
          signal,
        })
        .then((answer) => answer.data),
    staleTime: 60_000,
  })

/** The region and zones that every page is about, kept in the address. */
export const ScopeSelectors = () => {
  const can = useCan()
  const readsRegions = can('RegionManagement:region:canRead')
  const readsZones = can('ZoneManagement:zone:canRead')
  const [scope, setScope] = useScope()
  const regions = useQuery({ ...regionOptionsQuery, enabled: readsRegions })
  const zones = useQuery({ ...zoneOptionsQuery(scope.region), enabled: readsZones })
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
