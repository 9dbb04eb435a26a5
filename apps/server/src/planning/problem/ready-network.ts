import type { Clock } from '../../deps.ts'
import { inSlices } from '../../jobs/in-slices.ts'
import type { PlanningContext } from '../plan/context.ts'
import { prepareNetwork } from './network.ts'

/** Works out the travel between a zone's stops, where it is not known yet, without holding up other requests. */
export const readyNetwork = (clock: Clock, { plan, roads }: Pick<PlanningContext, 'plan' | 'roads'>): Promise<void> => {
  const { zone_id, stops, traffic } = plan.settings
  const points = stops.map(({ point }) => point)
  return inSlices(clock, prepareNetwork(roads, zone_id, points, traffic))
}
