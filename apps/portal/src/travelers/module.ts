import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../shell/define-module.ts'
import { travelersChanged } from './queries.ts'
import { travelerStrings } from './strings.ts'

const READ = 'TravellerManagement:traveller:canRead'

export const travelersModule = defineModule({
  name: 'TravellerManagement',
  pages: [
    {
      path: '/TravellerManagement/{-$travellerId}/{-$bookingId}',
      title: travelerStrings.title,
      permission: READ,
      load: () => import('./TravelersPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'TravelerDialog',
      permission: {
        view: READ,
        edit: 'TravellerManagement:traveller:canUpdate',
        create: 'TravellerManagement:traveller:canCreate',
      },
      tabs: ['Profile'],
      width: '800px',
      load: () => import('./TravelerDialog.tsx'),
    }),
    defineDialog({
      name: 'TripBookingWizardDialog',
      permission: { booking: 'TravellerManagement:tripBookingWizard:canRead' },
      width: '80%',
      load: () => import('./wizard/TripBookingWizardDialog.tsx'),
    }),
  ],
  live: {
    record: (event) => {
      if (event.table === 'travelers') travelersChanged(event.record_id)
    },
  },
})
