import { useId, useState } from 'react'
import { api, type Place } from '@ambit/contract'
import { useFlow, useRide } from '../ui/ride.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useMetres } from '../ui/use-metres.ts'
import { usePaused } from '../ui/use-paused.ts'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import { PlacePin } from './PlacePin.tsx'
import styles from './screens.module.css'

type Props = {
  /** of the field that the place is for */
  label: string
  /** what is near it comes first; null: everything by its name */
  near: Place | null
  onPlace: (place: Place) => void
}

/** Saved places, stops in a list, and a pin on the map: each says a place without typing its address. */
export const PlaceWays = ({ label, near, onPlace }: Props) => {
  const { say } = useRide()
  const places = useAsked(api.ride.places).answer?.data ?? []
  return (
    <div className={styles['form']}>
      {places.length > 0 && (
        <ul className={styles['chips']} aria-label={`${label}: ${say('saved_places')}`}>
          {places.map(({ id, name, kind, address }) => (
            <li key={id}>
              <button type="button" onClick={() => onPlace(address)}>
                <Pictogram name={kind} />
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <StopList label={label} near={near} onPlace={onPlace} />
      <PlacePin label={label} near={near} onPlace={onPlace} />
    </div>
  )
}

const MOST_SHOWN = 8

const StopList = ({ label, near, onPlace }: Props) => {
  const { say } = useRide()
  const traveler_id = useFlow().draft.traveler?.id
  const [search, setSearch] = useState('')
  const id = useId()
  const metres = useMetres()
  const wanted = usePaused(search.trim())
  const query = {
    ...(near === null ? {} : { at: `${near.point[1]},${near.point[0]}` }),
    ...(wanted === '' ? {} : { search: wanted }),
    ...(traveler_id === undefined ? {} : { traveler_id }),
  }
  const { answer, trouble } = useAsked(api.ride.stops, { query })
  const stops = answer?.data.stops
  return (
    <>
      <div className={styles['note']}>
        <label htmlFor={id}>{say('find_stop')}</label>
        <input
          id={id}
          type="search"
          maxLength={100}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <TroubleNote trouble={trouble} />
      {stops?.length === 0 && (
        <p role="status" className={styles['muted']}>
          {say('no_stops')}
        </p>
      )}
      <ul className={styles['list']} aria-label={`${label}: ${say('stops')}`}>
        {stops?.slice(0, MOST_SHOWN).map(({ name, point, distance_m }) => (
          <li key={`${name} ${point.join()}`}>
            <button type="button" className={styles['way']} onClick={() => onPlace({ name, point })}>
              {name}
              {distance_m !== null && ` · ${metres(distance_m)}`}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
