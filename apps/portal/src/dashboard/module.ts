import { defineModule } from '../navigation/define-module.ts'
import { dashboardQuery } from './queries.ts'
import { dashboardStrings } from './strings.ts'

/** What the figures of the set-up are counted from: a change shows before the next poll. */
const counted: ReadonlySet<string> = new Set(['regions', 'zones', 'vehicles', 'drivers', 'travelers', 'service_plans'])

export const dashboardModule = defineModule({
  name: 'Dashboard',
  pages: [
    {
      path: '/Dashboard',
      title: dashboardStrings.title,
      permission: 'Dashboard:dashboard:canRead',
      load: () => import('./DashboardPage.tsx'),
    },
  ],
  live: {
    record: (event, queries) => {
      if (counted.has(event.table)) void queries.invalidateQueries({ queryKey: dashboardQuery.queryKey })
    },
  },
})
