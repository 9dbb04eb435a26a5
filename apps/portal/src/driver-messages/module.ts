import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'

const READ = 'Messaging:driverThread:canRead'

export const driverMessagesModule = defineModule({
  name: 'DriverMessages',
  pages: [
    {
      path: '/DriverMessages',
      title: 'Driver Messages',
      permission: READ,
      load: () => import('./DriverMessagesPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'DriverThreadDialog',
      permission: { view: READ },
      width: 'min(640px, 94vw)',
      load: () => import('./DriverThreadDialog.tsx'),
    }),
  ],
  live: {
    driver_message: (event, queries) => void import('./announce.ts').then(({ heard }) => heard(event, queries)),
  },
})
