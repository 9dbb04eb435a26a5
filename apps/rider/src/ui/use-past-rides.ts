import { useCallback, useEffect, useRef, useState } from 'react'
import { api, type RideSummary } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from './ride.tsx'

type Past = {
  rides: readonly RideSummary[]
  /** of all pages; null: not answered yet */
  total: number | null
  trouble: Trouble | null
  /** the next page, or the same again where it was not answered */
  more: () => void
}

/** Of this passenger, and in this region, alone. */
export const asQuery = ({ traveler, region }: { traveler: number | null; region: number | null }) => ({
  ...(traveler === null ? {} : { traveler_id: traveler }),
  ...(region === null ? {} : { region_id: region }),
})

/** Past rides, a page at a time; of one passenger, or in one region, alone. */
export const usePastRides = (traveler: number | null, region: number | null): Past => {
  const { calls, isIn } = useRide()
  const [pages, setPages] = useState<readonly (readonly RideSummary[])[]>([])
  const [total, setTotal] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const isAsking = useRef(false)
  const ask = useCallback(
    async (page: number): Promise<void> => {
      if (isAsking.current) return
      isAsking.current = true
      const answered = await calls.call(api.ride.bookings, {
        query: { state: 'past', page, ...asQuery({ traveler, region }) },
      })
      isAsking.current = false
      setTrouble(answered.ok ? null : answered.trouble)
      if (!answered.ok) return
      const { data, meta } = answered.answer
      setPages((before) => [...before.slice(0, page - 1), data])
      setTotal(meta.total_count)
    },
    [calls, traveler, region],
  )
  useEffect(() => {
    const begin = async (): Promise<void> => ask(1)
    if (isIn) void begin()
  }, [ask, isIn])
  return { rides: pages.flat(), total, trouble, more: () => void ask(pages.length + 1) }
}
