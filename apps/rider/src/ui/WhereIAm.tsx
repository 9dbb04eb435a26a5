import { useState } from 'react'
import { api, type Place } from '@ambit/contract'
import { Pictogram } from './Pictogram.tsx'
import { useRide } from './ride.tsx'
import { placeOf } from './use-suggestions.ts'
import styles from './field.module.css'

const WAIT_MS = 15_000

const positionNow = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: WAIT_MS, enableHighAccuracy: true })
  })

/** Asks for the location on the tap, once, and sends it to find the address that is then chosen. */
export const WhereIAm = ({ onPlace }: { onPlace: (place: Place) => void }) => {
  const { say, calls } = useRide()
  const [state, setState] = useState<'idle' | 'looking' | 'failed'>('idle')
  const look = async (): Promise<void> => {
    setState('looking')
    try {
      const { coords } = await positionNow()
      const answered = await calls.call(api.geo.revgeocode, {
        query: { at: `${coords.latitude},${coords.longitude}`, limit: 1 },
      })
      const item = answered.ok ? answered.answer.items[0] : undefined
      setState(item === undefined ? 'failed' : 'idle')
      if (item !== undefined) onPlace(placeOf(item))
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <button
        type="button"
        className={styles['beside']}
        aria-disabled={state === 'looking'}
        onClick={() => {
          if (state !== 'looking') void look()
        }}
      >
        <Pictogram name="here" />
        {say('where_i_am')}
      </button>
      <p role="alert" className={styles['fault']}>
        {state === 'failed' && say('location_refused')}
      </p>
    </>
  )
}
