import type { Collections } from '../../drafts/history.ts'
import type { DesignerTab } from '../navigation.ts'
import { problemsOf } from './area/problems.ts'
import type { DesignKinds } from './design/design.ts'
import { routeProblems } from './routes/route-stops.ts'

/** What a save would refuse, and the tab where it can be fixed. */
export type SaveProblem = { key: string; text: string; tab: DesignerTab }

type Records = Collections<DesignKinds>

/** Faults already stored on the server do not block other changes: only changed areas are checked. */
export const saveProblems = (base: Records, records: Records): SaveProblem[] => {
  const untouched = new Set(base.service_areas)
  const touched = new Set(records.service_areas.filter((area) => !untouched.has(area)).map(({ id }) => id))
  return [
    ...problemsOf(records.service_areas)
      .filter(({ areas }) => areas.some((id) => touched.has(id)))
      .map(({ key, text }): SaveProblem => ({ key, text, tab: 'service-area' })),
    ...routeProblems(records.service_routes, records.zone_stops).map(({ key, text }): SaveProblem => ({
      key,
      text,
      tab: 'fixed-routes',
    })),
  ]
}
