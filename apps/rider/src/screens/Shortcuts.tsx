import { api } from '@ambit/contract'
import { usualWays } from '../ride/usual-ways.ts'
import { Pictogram } from '../ui/Pictogram.tsx'
import { useFlow, useRide } from '../ui/ride.tsx'
import { useAsked } from '../ui/use-asked.ts'
import styles from './screens.module.css'

/** As many as a small phone shows above the fold. */
const MOST = { places: 4, ways: 2 }

/** Saved places, and the ways that are travelled again and again. */
export const Shortcuts = () => {
  const { say, flow, me } = useRide()
  const rider = useFlow().draft.traveler?.id ?? me?.id
  const past = { query: { state: 'past' as const, ...(rider === undefined ? {} : { traveler_id: rider }) } }
  const places = useAsked(api.ride.places).answer?.data ?? []
  const ways = usualWays(useAsked(api.ride.bookings, past).answer?.data ?? [], MOST.ways)
  return (
    <>
      {places.length > 0 && (
        <ul className={styles['chips']} aria-label={say('saved_places')}>
          {places.slice(0, MOST.places).map(({ id, name, kind, address }) => (
            <li key={id}>
              <button type="button" onClick={() => flow.change({ destination: address })}>
                <Pictogram name={kind} />
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {ways.length > 0 && (
        <ul className={styles['list']} aria-label={say('usual_ways')}>
          {ways.map(({ from, to }) => (
            <li key={`${from.name} ${to.name}`}>
              <button
                type="button"
                className={styles['way']}
                onClick={() => flow.change({ origin: from, destination: to })}
              >
                <span className={styles['cut']}>{say('way', { from: from.name, to: to.name })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
