import type { Zone } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { useMemo } from 'react'
import { useController } from 'react-hook-form'
import { mapZone } from '../records/zones.ts'
import { PointSelector, type SelectedPoint } from '../map/PointSelector.tsx'
import { useSettings } from '../settings/settings.ts'
import { zoneStrings as words } from './strings.ts'
import type { ZoneForm } from './zone-form.ts'
import classes from './zones.module.css'

type Props = {
  /** its outline lies beneath the pin; null: not made yet */
  zone: Zone | null
  readOnly: boolean
}

/** The centre of the zone, over its outline. */
export const ZonePointField = ({ zone, readOnly }: Props) => {
  const { field } = useController<ZoneForm, 'point'>({ name: 'point' })
  const { mapCenter } = useSettings().app
  const drawn = useMemo(() => (zone === null ? [] : [mapZone(zone)]), [zone])
  const corner = drawn[0]?.polygons[0]?.[0]?.[0]
  const { value } = field
  const near: LngLat = corner ?? [mapCenter.lng, mapCenter.lat]
  const selected: SelectedPoint | null =
    value === null ? null : { point: [value.lng, value.lat], formatted_address: null }
  if (readOnly)
    return (
      <div className={classes['point']}>
        <dt className={classes['pointLabel']}>{words.centre}</dt>
        <dd className={classes['pointValue']}>
          <PointSelector label={words.centre} near={near} zones={drawn} value={selected} />
        </dd>
      </div>
    )
  return (
    <div className={classes['point']}>
      <PointSelector
        label={words.centre}
        near={near}
        zones={drawn}
        value={selected}
        onChange={(next) => {
          if (next === null) return field.onChange(null)
          const [lng, lat] = next.point
          if (lng !== value?.lng || lat !== value.lat) field.onChange({ lat, lng })
        }}
      />
    </div>
  )
}
