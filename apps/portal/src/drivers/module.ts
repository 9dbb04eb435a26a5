import { driverRecords } from '../records/drivers.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'

const READ = 'DriverManagement:driver:canRead'
const UPDATE = 'DriverManagement:driver:canUpdate'

export const driversModule = defineModule({
  name: 'DriverManagement',
  pages: [
    {
      path: '/DriverManagement',
      title: 'Drivers',
      permission: READ,
      load: () => import('./DriversPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'DriverDialog',
      permission: { view: READ, edit: UPDATE, create: 'DriverManagement:driver:canCreate', bulkedit: UPDATE },
      tabs: ['DriverDetails', 'ResetPassword', 'History'],
      load: () => import('./DriverDialog.tsx'),
    }),
    defineDialog({
      name: 'DriverResetPasswordDialog',
      permission: { edit: UPDATE },
      width: '420px',
      load: () => import('./DriverResetPasswordDialog.tsx'),
    }),
  ],
  live: {
    record: (event) => {
      if (event.table === 'drivers') driverRecords.changed(event.record_id)
    },
  },
})
