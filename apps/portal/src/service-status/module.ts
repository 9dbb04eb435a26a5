import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { incidentRecords } from '../records/status-incidents.ts'
import { TITLE, WRITE } from './keys.ts'

export const serviceStatusModule = defineModule({
  name: 'ServiceStatus',
  pages: [{ path: '/ServiceStatus', title: TITLE, permission: WRITE, load: () => import('./ServiceStatusPage.tsx') }],
  dialogs: [
    defineDialog({
      name: 'IncidentDialog',
      permission: { create: WRITE, edit: WRITE },
      tabs: ['Details', 'History'],
      width: 'min(760px, 94vw)',
      load: () => import('./IncidentDialog.tsx'),
    }),
  ],
  live: {
    record: ({ table, record_id }) => {
      if (table === 'status_incidents') incidentRecords.changed(record_id)
    },
  },
})
