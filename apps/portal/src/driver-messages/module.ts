import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineAlerts, defineModule } from '../navigation/define-module.ts'
import { BROADCAST, READ } from './keys.ts'

export const driverMessagesModule = defineModule({
  name: 'DriverMessages',
  pages: [
    {
      path: '/DriverMessages',
      title: 'Driver Messages',
      permission: READ,
      layout: 'edge',
      load: () => import('./DriverMessagesPage.tsx'),
    },
    {
      path: '/DriverMessages/Broadcasts',
      title: 'Driver Messages',
      permission: READ,
      layout: 'edge',
      load: () => import('./BroadcastsPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'BroadcastDialog',
      permission: { view: READ, create: BROADCAST },
      width: 'min(640px, 94vw)',
      load: () => import('./BroadcastDialog.tsx'),
    }),
    defineDialog({
      name: 'DriverThreadDialog',
      permission: { view: READ },
      width: 'min(640px, 94vw)',
      load: () => import('./DriverThreadDialog.tsx'),
    }),
  ],
  alerts: [
    defineAlerts({ key: 'DriverMessageAlerts', permission: READ, load: () => import('./DriverMessageAlerts.tsx') }),
  ],
  live: {
    driver_message: (event, queries) => void import('./announce.ts').then(({ heard }) => heard(event, queries)),
  },
})
