import type { LngLat } from '@ambit/geo'
import { Alert, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { AddressInput } from './AddressInput.tsx'
import { readCoordinates, writeCoordinates } from './coordinates.ts'
import { addressAtQuery, placesQuery } from './places.ts'
import { OutsideMap } from './OutsideMap.tsx'
import { LazyPointMap } from './point-map.ts'
import classes from './PointSelector.module.css'
import { mapStrings } from './strings.ts'
import type { MapZone } from './ZoneLayer.tsx'

/** `formatted_address`: null while it is not known */
export type SelectedPoint = { point: LngLat; formatted_address: string | null }

type Props = {
  /** what the point is: the name of the search box and of the pin */
  label: string
  value: SelectedPoint | null
  /** Called at once, and again when the address of a pin or of coordinates was found. Without it the selector only shows. */
  onChange?: (selected: SelectedPoint | null) => void
  /** where to look while there is no point; suggestions near here come first */
  near: LngLat
  /** drawn beneath the pin */
  zones?: readonly MapZone[]
  error?: ReactNode
}

/** The pin moves faster by key than addresses are found. */
const SETTLE_MS = 250
const words = mapStrings.point
const mapsService = { search: placesQuery, nameOf: null }
const none: readonly MapZone[] = []

/** A point by address, by coordinates, by a press on the map, or by dragging its pin. */
export const PointSelector = ({ label, value, onChange, near, zones = none, error }: Props) => {
  const [dragging, setDragging] = useState(false)
  const [shownAt, show] = useState(0)
  const place = usePlace(value, onChange)
  const waiting = dragging || place.waiting
  const move = (point: LngLat): void => {
    setDragging(false)
    place.choose({ point, formatted_address: null })
  }
  const text = value === null ? null : writeCoordinates(value.point)
  return (
    <div className={classes['selector']}>
      {onChange !== undefined && (
        <AddressInput
          label={label}
          placeholder={words.placeholder}
          near={value?.point ?? near}
          geocoder={mapsService}
          error={error}
          value={value === null ? null : { name: place.address ?? text ?? '', point: [value.point[0], value.point[1]] }}
          onChange={(found) => {
            if (found === null) return place.choose(null)
            const { name, point } = found
            place.choose({ point, formatted_address: readCoordinates(name) === null ? name : null })
            show(performance.now())
          }}
        />
      )}
      <div className={classes['stage']}>
        <div className={classes['finding']} role="status">
          {waiting && (
            <>
              <Loader size={14} aria-hidden />
              {words.finding}
            </>
          )}
        </div>
        <LazyPointMap
          name={label}
          point={value?.point ?? null}
          near={near}
          zones={zones}
          shownAt={shownAt}
          {...(onChange === undefined ? {} : { onMove: move, onDragStart: () => setDragging(true) })}
        />
      </div>
      <p className={`numbers ${classes['coordinates']}`}>
        {text === null
          ? onChange === undefined
            ? words.none
            : words.choose
          : onChange === undefined && place.address !== null
            ? `${place.address} · ${text}`
            : text}
        {value !== null && <OutsideMap point={value.point} />}
      </p>
      <div role="alert">
        {place.trouble !== null && (
          <Alert
            className={classes['trouble']}
            role="none"
            variant="default"
            icon={<IconAlertTriangle size={18} aria-hidden />}
          >
            {place.trouble}
          </Alert>
        )}
      </div>
    </div>
  )
}

const keyOf = ({ point: [lng, lat] }: SelectedPoint): string => `${lat},${lng}`

/** What the chosen point is called: as it was chosen, or as the maps service has it. */
const usePlace = (value: SelectedPoint | null, onChange: Props['onChange']) => {
  const [chosen, setChosen] = useState<SelectedPoint | null>(null)
  const own = value !== null && chosen !== null && keyOf(chosen) === keyOf(value)
  const known = value?.formatted_address ?? (own ? chosen.formatted_address : null)
  const wanted = value === null || known !== null ? '' : keyOf(value)
  const [asked] = useDebouncedValue(wanted, SETTLE_MS)
  const found = useQuery({ ...addressAtQuery(asked), enabled: asked !== '' && asked === wanted })
  const settled = wanted !== '' && asked === wanted && !found.isFetching
  const address = known ?? (settled ? (found.data ?? null) : null)
  const report = useEffectEvent((formatted_address: string) => {
    if (value !== null && own && settled) onChange?.({ point: value.point, formatted_address })
  })
  const fresh = settled ? found.data : undefined
  useEffect(() => {
    if (typeof fresh === 'string') report(fresh)
  }, [fresh])
  return {
    address,
    waiting: wanted !== '' && !settled,
    // A point that was there before is no error of the user's.
    trouble: own && settled ? troubleOf(found.error, found.data) : null,
    choose: (next: SelectedPoint | null): void => {
      setChosen(next)
      onChange?.(next)
    },
  }
}

const troubleOf = (error: Error | null, address: string | null | undefined): string | null => {
  if (error !== null) return mapStrings.address.failed(error.message)
  return address === null ? mapStrings.address.nothing : null
}
