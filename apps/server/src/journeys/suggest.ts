import { suggestedReturn } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import { offersNow } from '../searches/create.ts'
import { findTraveler } from '../searches/queries.ts'
import type { Asker, SearchQuestion } from '../searches/question.ts'
import { usualStayOf } from './queries.ts'

/**
 * When to ask for the way back: so long after the wished arrival, or the latest promised drop-off of what would be offered
 * now, as the passenger usually stays. 422 for a passenger who is unknown.
 */
export const suggestReturn = async (deps: Deps, input: SearchQuestion, asker: Asker) => {
  const { traveler_id, departing, destination } = input
  const traveler = await findTraveler(deps.db, asker.regions, traveler_id, null)
  if (traveler === undefined) throw invalid([{ pointer: '/traveler_id', detail: 'There is no such passenger' }])
  const of = { traveler_id, regions: asker.regions }
  const stay_minutes = await usualStayOf(deps.db, of, destination.point)
  const ends = departing ? await latestEnd(deps, input, asker) : Date.parse(input.traveling_at)
  if (ends === null) return { ends_at: null, stay_minutes, traveling_at: null }
  return { ends_at: new Date(ends), stay_minutes, traveling_at: new Date(suggestedReturn(ends, stay_minutes)) }
}

const latestEnd = async (deps: Deps, input: SearchQuestion, asker: Asker): Promise<number | null> => {
  const offers = await offersNow(deps, input, asker)
  return offers.length === 0 ? null : Math.max(...offers.map(({ dropoff_window: { upper } }) => upper * 1000))
}
