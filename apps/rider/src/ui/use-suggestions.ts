import { useEffect, useState } from 'react'
import { api, type Place } from '@ambit/contract'
import { useRide } from './ride.tsx'

const FEWEST_LETTERS = 3
const PAUSE_MS = 300
const MOST = 6

export type Suggestions = { kind: 'none' } | { kind: 'found'; places: Place[] } | { kind: 'failed' }

/** Places for what was typed, the ones near `near` first; asked for once typing has paused. */
export const useSuggestions = (text: string, near: Place | null): Suggestions => {
  const { calls } = useRide()
  const [suggestions, setSuggestions] = useState<Suggestions>({ kind: 'none' })
  const typed = text.trim()
  const at = near === null ? null : `${near.point[1]},${near.point[0]}`
  useEffect(() => {
    if (typed.length < FEWEST_LETTERS) return setSuggestions({ kind: 'none' })
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const query = { q: typed, limit: MOST, ...(at === null ? {} : { at }) }
      void calls.call(api.geo.autosuggest, { query, signal: stop.signal }).then((answered) => {
        if (stop.signal.aborted) return
        setSuggestions(answered.ok ? { kind: 'found', places: answered.answer.items.map(placeOf) } : { kind: 'failed' })
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [calls, typed, at])
  return suggestions
}

type Item = { address: { label: string }; position: { lat: number; lng: number } }

export const placeOf = ({ address, position }: Item): Place => ({
  name: address.label,
  point: [position.lng, position.lat],
})
