import { calmly } from '../api/calmly.ts'
import { tripHistoryQuery, tripRecords } from '../records/trips.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { driverActionsQuery } from './driver-actions.ts'

const READ = 'TripManagement:trip:canRead'
const UPDATE = 'TripManagement:trip:canUpdate'

const page = { title: 'Vehicle Trips', permission: READ, load: () => import('./TripsPage.tsx') } as const

export const tripsModule = defineModule({
  name: 'TripManagement',
  pages: [
    { ...page, path: '/TripManagement' },
    { ...page, path: '/TripManagement/view/{-$tripId}' },
  ],
  dialogs: [
    defineDialog({
      name: 'TripDialog',
      permission: { view: READ, edit: UPDATE, bulkedit: UPDATE },
      tabs: ['TripDetails', 'TripStops', 'TripLateTimes', 'History'],
      width: 'min(860px, 70%)',
      load: () => import('./TripDialog.tsx'),
    }),
    defineDialog({
      name: 'TripStatusDialog',
      permission: { edit: 'TripManagement:tripStatusDialog:canRead' },
      width: '35rem',
      load: () => import('./TripStatusDialog.tsx'),
    }),
  ],
  live: {
    // The monitoring module asks again for single trips.
    trip: (event, queries) => {
      calmly('trip lists', () => {
        for (const part of ['list', 'rows']) void queries.invalidateQueries({ queryKey: tripRecords.key(part) })
      })
      void queries.invalidateQueries({ queryKey: tripRecords.key('cash', event.trip_id) })
      for (const { queryKey } of [tripHistoryQuery(event.trip_id), driverActionsQuery(event.trip_id)])
        void queries.invalidateQueries({ queryKey })
    },
  },
})
