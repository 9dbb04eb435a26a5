import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../shell/define-module.ts'
import { bookingChanged } from './queries.ts'

export const serviceRequestsModule = defineModule({
  name: 'LiveBooking',
  pages: [],
  dialogs: [
    defineDialog({
      name: 'LiveBookingDialog',
      permission: { view: 'LiveBooking:booking:canRead' },
      width: '80%',
      load: () => import('./LiveBookingDialog.tsx'),
    }),
  ],
  live: {
    service_request: (event, queries) => bookingChanged(queries, event.service_request_id),
  },
})
