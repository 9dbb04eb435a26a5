import type { Region, Zone } from '@ambit/contract'
import { Select } from '@mantine/core'
import { wizardStrings as words } from './strings.ts'
import classes from './ZonePicker.module.css'

type Props = {
  /** null: the user may not read them */
  regions: readonly Region[] | null
  zones: readonly Zone[]
  regionId: number | null
  zoneId: number | null
  onChange: (chosen: { tripRegionId: number | null; tripZoneId: number | null }) => void
}

/** Where the trip is looked for: in any zone, in the zones of a region, or in one zone. */
export const ZonePicker = ({ regions, zones, regionId, zoneId, onChange }: Props) => (
  <div className={classes['picker']}>
    {regions !== null && (
      <Select
        label={words.region}
        placeholder={words.anyRegion}
        clearable
        searchable
        {...choices(
          regions.map(({ id, name }) => ({ id, label: name })),
          regionId,
        )}
        // Zones belong to a region: the zone of another one goes.
        onChange={(value) => onChange({ tripRegionId: value === null ? null : Number(value), tripZoneId: null })}
      />
    )}
    <Select
      label={words.zone}
      placeholder={words.anyZone}
      clearable
      searchable
      {...choices(
        zones.map(({ id, name, region_name }) => ({ id, label: regionId === null ? `${name}, ${region_name}` : name })),
        zoneId,
      )}
      onChange={(value) => onChange({ tripRegionId: regionId, tripZoneId: value === null ? null : Number(value) })}
    />
  </div>
)

/** What is chosen shows as loading until its name is known. */
const choices = (known: readonly { id: number; label: string }[], chosen: number | null) => {
  const data = known.map(({ id, label }) => ({ value: String(id), label }))
  if (chosen === null) return { value: null, data }
  const value = String(chosen)
  return { value, data: known.some(({ id }) => id === chosen) ? data : [...data, { value, label: words.loading }] }
}
