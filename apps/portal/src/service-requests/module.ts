import { bookingChanged, bookingListsChanged, bookingsOfTripChanged } from '../records/bookings.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { BOOKINGS_PATH, TABLE_PATH, TIMELINE_PATH } from './paths.ts'
import { bookingTitles } from './titles.ts'

const READ = 'LiveBooking:booking:canRead'

export const serviceRequestsModule = defineModule({
  name: 'LiveBookings',
  pages: [
    {
      path: BOOKINGS_PATH,
      title: bookingTitles.menu,
      permission: READ,
      represented: true,
      load: () => import('./BookingsEntry.tsx'),
    },
    {
      path: TABLE_PATH,
      title: bookingTitles.table,
      permission: READ,
      represented: true,
      layout: 'edge',
      load: () => import('./BookingsTablePage.tsx'),
    },
    {
      path: TIMELINE_PATH,
      title: bookingTitles.timeline,
      permission: READ,
      layout: 'edge',
      load: () => import('./BookingsTimelinePage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'LiveBookingDialog',
      permission: { view: READ },
      tabs: ['Details', 'History'],
      width: '80%',
      load: () => import('./LiveBookingDialog.tsx'),
    }),
    defineDialog({
      name: 'SurveyDialog',
      permission: { create: 'LiveBooking:booking:canUpdate' },
      width: '50%',
      load: () => import('./CancellationSurveyDialog.tsx'),
    }),
  ],
  live: {
    service_request: (event, queries) => bookingChanged(queries, event.service_request_id),
    // Expected times have moved.
    trip: (event, queries) => {
      bookingListsChanged(queries)
      bookingsOfTripChanged(queries, event.trip_id)
    },
  },
})
