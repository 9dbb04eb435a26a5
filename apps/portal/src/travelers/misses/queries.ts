import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { notify } from '../../notifications/notify.tsx'
import { bookingRecords } from '../../records/bookings.ts'
import { missStrings as words } from './strings.ts'

export const CONDUCT_READ = 'TravellerManagement:conduct:canRead'
export const CONDUCT_UPDATE = 'TravellerManagement:conduct:canUpdate'

// Among the lists of bookings: a booking that is cancelled or missed changes it.
const key = bookingRecords.key('list', 'conduct')

export const conductQuery = (travelerId: number) =>
  queryOptions({
    queryKey: [...key, travelerId],
    queryFn: ({ signal }) =>
      client.call(api.conduct.show, { params: { id: travelerId }, signal }).then((answer) => answer.data),
  })

export const conductChanged = (): void => void queryClient.invalidateQueries({ queryKey: key })

/** Records whether a miss counts; says so, or why not. */
export const judgeMiss = async (id: number, counts: boolean, reason: string): Promise<boolean> => {
  try {
    await client.call(api.misses.judge, { params: { id }, body: { counts, reason } })
    notify({ type: 'success', title: words.recorded, message: counts ? words.countsAgain : words.countsNoMore })
    return true
  } catch (error) {
    announceFailure(error, words.failed)
    return false
  } finally {
    conductChanged()
  }
}
