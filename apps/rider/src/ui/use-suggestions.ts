import { useEffect, useState } from 'react'
import { api, type Place } from '@ambit/contract'
import { useRide } from './ride.tsx'
import { PAUSE_MS } from './use-paused.ts'

const FEWEST_LETTERS = 3
const MOST = 6

export type Suggestions = { kind: 'none' } | { kind: 'found'; places: Place[] } | { kind: 'failed' }

const NONE: Suggestions = { kind: 'none' }

/** Places for what was typed, the ones near `near` first; asked for once typing has paused. */
export const useSuggestions = (text: string, near: Place | null): Suggestions => {
  const { calls } = useRide()
  const [known, setKnown] = useState<{ text: string; suggestions: Suggestions }>({ text: '', suggestions: NONE })
  const typed = text.trim()
  const at = near === null ? null : `${near.point[1]},${near.point[0]}`
  useEffect(() => {
    if (typed.length < FEWEST_LETTERS) return
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const query = { q: typed, limit: MOST, ...(at === null ? {} : { at }) }
      const answered = await calls.call(api.geo.autosuggest, { query, signal: stop.signal })
      if (stop.signal.aborted) return
      const suggestions: Suggestions = answered.ok
        ? { kind: 'found', places: answered.answer.items.map(placeOf) }
        : { kind: 'failed' }
      setKnown({ text: typed, suggestions })
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [calls, typed, at])
  // What was found for the beginning stays until more is known; what was typed before that says nothing of it.
  return typed.length < FEWEST_LETTERS || !typed.startsWith(known.text) ? NONE : known.suggestions
}

type Item = { address: { label: string }; position: { lat: number; lng: number } }

export const placeOf = ({ address, position }: Item): Place => ({
  name: address.label,
  point: [position.lng, position.lat],
})
