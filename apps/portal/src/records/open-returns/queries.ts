import { api, type OpenReturn } from '@ambit/contract'
import { resolveDateRange } from '@ambit/domain'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { notify } from '../../notifications/notify.tsx'
import { ALL_ROWS, defineRecords, type QueryOf } from '../define-records.ts'
import type { Scope } from '../../url/scope.ts'
import { openReturnStrings as words } from './strings.ts'

export const openReturnRecords = defineRecords('open-returns', {
  list: (query: QueryOf<typeof api.openReturns.list>, signal) => client.call(api.openReturns.list, { query, signal }),
  show: (id, signal) => client.call(api.openReturns.show, { params: { id }, signal }),
})

/** So many days before today: who did not call then is still to be asked. */
const LEFT_DAYS = 7

type Frame = { scope: Scope; now: Date; timeZone: string }

/** Those that wait: of today, and those that were left from the days before. */
export const openReturnsOfDayQuery = ({ scope, now, timeZone }: Frame) => {
  const [from, until] = resolveDateRange('today', now, timeZone)
  const left = new Date(from.getTime() - LEFT_DAYS * 86_400_000)
  return waitingQuery({
    date_range: [left.toISOString(), until.toISOString()],
    ...(scope.region === null ? {} : { region: [scope.region] }),
    ...(scope.zone.length === 0 ? {} : { zone: [...scope.zone] }),
  })
}

export const openReturnsOfTravelerQuery = (id: number) => waitingQuery({ traveler: [id] })

const waitingQuery = (filter: NonNullable<QueryOf<typeof api.openReturns.list>['filter']>) =>
  openReturnRecords.rows({ ...ALL_ROWS, sort: 'not_before', filter: { ...filter, state: ['waiting'] } })

/** Ends one; says so, or why not. */
const end = async (id: number, done: string, call: () => Promise<{ data: OpenReturn }>): Promise<boolean> => {
  try {
    openReturnRecords.saved((await call()).data)
    notify({ type: 'success', title: done, message: '' })
    return true
  } catch (error) {
    announceFailure(error, words.failed)
    openReturnRecords.changed(id)
    return false
  }
}

export const notNeeded = (id: number): Promise<boolean> =>
  end(id, words.endedNotNeeded, () => client.call(api.openReturns.notNeeded, { params: { id } }))

export const closeOpenReturn = (id: number, reason: string): Promise<boolean> =>
  end(id, words.endedClosed, () => client.call(api.openReturns.close, { params: { id }, body: { reason } }))
