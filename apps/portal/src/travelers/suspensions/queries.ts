import { api, type Suspension, type SuspendedRide } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { notify } from '../../notifications/notify.tsx'
import { bookingRecords } from '../../records/bookings.ts'
import { ALL_ROWS } from '../../records/define-records.ts'
import { suspensionRecords } from '../../records/suspensions.ts'
import { stepStrings as words } from './strings.ts'

export const DECIDE = 'TravellerManagement:suspension:canCreate'
export const CARRY_OUT = 'TravellerManagement:suspension:canUpdate'
export const LIFT = 'TravellerManagement:suspension:canDestroy'

/** What stands against a passenger, and what is open. */
export const stepsQuery = (travelerId: number) =>
  suspensionRecords.rows({ ...ALL_ROWS, filter: { traveler: [travelerId], standing: 'record' } })

// Among the lists of bookings: one that is cancelled is no more in it.
export const stepRidesQuery = (id: number) =>
  queryOptions({
    queryKey: bookingRecords.key('list', 'suspended', id),
    queryFn: ({ signal }) => client.call(api.suspensions.rides, { params: { id }, signal }).then(({ data }) => data),
  })

export const lettersOf = async (id: number) => (await client.call(api.suspensions.letters, { params: { id } })).data

/** Runs a change of a step; says what came of it, or why nothing did. */
export const useStepChange = () => {
  const [busy, setBusy] = useState(false)
  const run = async (change: () => Promise<{ data: Suspension | SuspendedRide[] }>): Promise<boolean> => {
    setBusy(true)
    try {
      await change()
      notify({ type: 'success', title: words.done, message: '' })
      return true
    } catch (error) {
      announceFailure(error, words.failed)
      return false
    } finally {
      setBusy(false)
      suspensionRecords.changed()
    }
  }
  return { busy, run }
}
