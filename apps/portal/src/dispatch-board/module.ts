import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineAlerts, defineModule } from '../navigation/define-module.ts'

const READ = 'DispatchManagement:board:canRead'

// What asks for the board comes with it, and not with the first page.
const planMoved = ({ zone_id }: { zone_id: number }): void =>
  void import('./queries.ts').then((queries) => queries.planMoved(zone_id))
const actionsChanged = (): void => void import('./queries.ts').then((queries) => queries.actionsChanged())

export const dispatchModule = defineModule({
  name: 'DispatchBoard',
  pages: [
    {
      path: '/DispatchBoard',
      title: 'Dispatch Board',
      permission: READ,
      layout: 'edge',
      load: () => import('./DispatchBoardPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'EffectDialog',
      permission: { edit: READ },
      width: 'min(720px, 94vw)',
      steady: true,
      load: () => import('./EffectDialog.tsx'),
    }),
    defineDialog({
      name: 'UndoDialog',
      permission: { edit: READ },
      width: 'min(560px, 94vw)',
      load: () => import('./UndoDialog.tsx'),
    }),
  ],
  alerts: [defineAlerts({ key: 'RecentActions', permission: READ, load: () => import('./RecentActions.tsx') })],
  live: {
    dispatch_action: (event) => {
      actionsChanged()
      planMoved(event)
    },
    trip: planMoved,
    service_request: planMoved,
    service_plan: planMoved,
  },
})
