import { api } from '@ambit/contract'
import { useEffect } from 'react'
import { client } from '../api/client.ts'
import { ANSWERING_MS } from './queries.ts'

/** Tells colleagues that this user is writing to the trip's driver, while there is something in the field. */
export const useAnswering = (tripId: number, writes: boolean): void =>
  useEffect(() => {
    if (!writes) return undefined
    // Colleagues may answer twice where this does not arrive: no reason to disturb.
    const say = (answering: boolean): void =>
      void client
        .call(api.driverMessages.answering, { params: { id: tripId }, body: { answering } })
        .catch(() => undefined)
    say(true)
    const timer = setInterval(() => say(true), ANSWERING_MS)
    return () => {
      clearInterval(timer)
      say(false)
    }
  }, [tripId, writes])
