import type { QueryClient } from '@tanstack/react-query'
import { notify } from '../notifications/notify.tsx'
import { playTones } from '../notifications/play-tones.ts'
import { broadcastRecords } from './broadcast-queries.ts'
import { DRIVER_MESSAGES, threadQuery } from './queries.ts'
import { driverMessageStrings as words } from './strings.ts'

type Heard = { trip_id: number; from: 'driver' | 'dispatch' }

/** Something was written or read on a trip. */
export const heard = ({ trip_id, from }: Heard, queries: QueryClient): void => {
  void queries.invalidateQueries({ queryKey: [DRIVER_MESSAGES] })
  broadcastRecords.changed()
  if (from === 'driver') void announceNewest(queries, trip_id)
}

/** Long enough to read 500 characters beside other work. */
const SHOWN_MS = 20_000

/** Two high ones: neither a call nor an exception. */
const TONES = [990, 1320]

/** Of each trip the newest message that was announced since signing in: it is announced once, also when it is read or answered later. */
const ANNOUNCED = ['announced', DRIVER_MESSAGES]

/** Shows what a driver has just written, unless a dispatcher has read it already. */
const announceNewest = async (queries: QueryClient, tripId: number): Promise<void> => {
  // Without a signal the thread is read when it is opened.
  const thread = await queries.fetchQuery({ ...threadQuery(tripId), staleTime: 0 }).catch(() => null)
  const newest = thread?.messages.findLast(({ from, read_at }) => from === 'driver' && read_at === null)
  queries.setQueryDefaults(ANNOUNCED, { gcTime: Infinity })
  const ofTrip = [...ANNOUNCED, tripId]
  if (newest === undefined || newest.id <= (queries.getQueryData<number>(ofTrip) ?? 0)) return
  queries.setQueryData(ofTrip, newest.id)
  playTones(TONES, { volume: 0.3 })
  notify({
    key: `driver-messages-${tripId}`,
    type: 'info',
    title: words.wrote(newest.driver_name ?? words.driver),
    message: newest.text,
    decay: SHOWN_MS,
  })
}
