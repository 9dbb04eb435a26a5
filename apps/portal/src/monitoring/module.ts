import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineAlerts, defineModule } from '../navigation/define-module.ts'
import { closuresChanged } from './disruptions/queries.ts'
import { placeVehicle, tripChanged } from './queries.ts'

const page = {
  title: 'Service Monitoring',
  permission: 'VehicleMonitoring:monitoring:canRead',
  layout: 'edge',
  load: () => import('./MonitoringPage.tsx'),
} as const

export const monitoringModule = defineModule({
  name: 'VehicleMonitoring',
  // One route for list, trip and booking: the map stays while they change.
  pages: [{ ...page, path: '/VehicleMonitoring/$' }],
  dialogs: [
    defineDialog({
      name: 'LostVehicleDialog',
      permission: {
        edit: [
          'TripManagement:trip:canRead',
          'TripManagement:tripStatusDialog:canRead',
          'TripManagement:tripStatusDialog:canUpdate',
        ],
      },
      width: '35rem',
      load: () => import('./disruptions/LostVehicleDialog.tsx'),
    }),
  ],
  alerts: [
    defineAlerts({
      key: 'EmergencyAlert',
      permission: 'ExceptionManagement:exception:canRead',
      load: () => import('./EmergencyAlert.tsx'),
    }),
  ],
  live: {
    record: ({ table }) => {
      if (table === 'road_closures') closuresChanged()
    },
    position: (event, queries) => placeVehicle(queries, event.trip_id, event.position),
    trip: (event, queries) => tripChanged(queries, event.trip_id),
    service_request: (event, queries) => {
      if (event.trip_id !== null) tripChanged(queries, event.trip_id)
    },
  },
})
