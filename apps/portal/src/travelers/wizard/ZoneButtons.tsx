import { useEffect, useReducer } from 'react'
import { Marker, useMap } from '@vis.gl/react-maplibre'
import type { MapZone } from '../../map/ZoneLayer.tsx'
import { apart } from './apart.ts'
import { wizardStrings as words } from './strings.ts'
import classes from './ZoneButtons.module.css'

type Props = {
  zones: readonly MapZone[]
  chosen: number | null
  /** null: any zone */
  onChoose: (id: number | null) => void
}

/**
 * The name of each zone on the map: pressed, it is the zone of the trip; pressed again, the trip may be in any. A name
 * that would lie on another moves beside it, as of a zone that covers others.
 */
export const ZoneButtons = ({ zones, chosen, onChoose }: Props) => {
  const map = useMap().current
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    map?.on('zoomend', drawAgain)
    return () => void map?.off('zoomend', drawAgain)
  }, [map])
  const named = zones.flatMap(({ id, name, point }) => (point === null ? [] : [{ id, name, point }]))
  const chosenFirst = named.toSorted((a, b) => Number(b.id === chosen) - Number(a.id === chosen))
  const shown = map === undefined ? [] : apart(chosenFirst, (point) => map.project([point[0], point[1]]))
  return shown.map(({ id, name, point, dy }) => (
    <Marker key={id} longitude={point[0]} latitude={point[1]} offset={[0, dy]}>
      <button
        type="button"
        className={classes['zone']}
        aria-label={words.chooseZone(name)}
        aria-pressed={id === chosen}
        onClick={(event) => {
          // The map would take the click for a place.
          event.stopPropagation()
          onChoose(id === chosen ? null : id)
        }}
      >
        {name}
      </button>
    </Marker>
  ))
}
