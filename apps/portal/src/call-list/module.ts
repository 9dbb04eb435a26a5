import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineAlerts, defineModule } from '../navigation/define-module.ts'
import { READ } from './keys.ts'

export const callListModule = defineModule({
  name: 'CallList',
  pages: [{ path: '/CallList', title: 'Call List', permission: READ, load: () => import('./CallListPage.tsx') }],
  dialogs: [
    defineDialog({
      name: 'CallTaskDialog',
      permission: { view: READ },
      width: 'min(560px, 94vw)',
      load: () => import('./CallTaskDialog.tsx'),
    }),
  ],
  alerts: [defineAlerts({ key: 'CallAlerts', permission: READ, load: () => import('./CallAlerts.tsx') })],
  live: {
    call_task: ({ call_task_id }) => void import('./queries.ts').then((queries) => queries.callsChanged(call_task_id)),
  },
})
