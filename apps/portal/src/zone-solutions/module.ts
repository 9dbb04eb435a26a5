import { calmly } from '../api/calmly.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { zoneSolutionRecords } from '../records/zone-solutions.ts'
import { solutionStrings } from './strings.ts'

const READ = 'ZoneSolutions:solution:canRead'
const changed = (): void => calmly('zone solutions', () => zoneSolutionRecords.changed())

export const zoneSolutionsModule = defineModule({
  name: 'ZoneSolutions',
  pages: [
    {
      path: '/ZoneSolutions',
      title: solutionStrings.title,
      permission: READ,
      load: () => import('./ZoneSolutionsPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'ZoneSolutionDialog',
      permission: { view: READ },
      load: () => import('./ZoneSolutionDialog.tsx'),
    }),
  ],
  live: {
    record: ({ table }) => {
      if (table === 'zones') changed()
    },
    trip: changed,
    service_request: changed,
  },
})
