import { bookAgainKeys } from '../records/book-again-keys.ts'
import { activateKeys } from '../records/open-returns/keys.ts'
import { searchAgainKeys } from '../records/waitlist-keys.ts'
import { changeBookingKeys } from '../records/change-booking.ts'
import { ERASE, travelerRecords } from '../records/travelers.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineAlerts, defineModule } from '../navigation/define-module.ts'
import { cardsChanged } from './cards/queries.ts'
import { commentsChanged } from './comments/queries.ts'
import { concessionsChanged } from './concessions/queries.ts'
import { GROUP } from '../records/group-keys.ts'
import { MERGE } from './merge/keys.ts'
import { frequentLocationsChanged } from './queries.ts'

const READ = 'TravellerManagement:traveller:canRead'

export const travelersModule = defineModule({
  name: 'TravellerManagement',
  pages: [
    {
      path: '/TravellerManagement/{-$travellerId}/{-$bookingId}',
      title: 'Passengers',
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
      tabs: [
        'Profile',
        'PaymentDetails',
        'Concessions',
        'Comments',
        'Messages',
        'Helpers',
        'Bookings',
        'Misses',
        'History',
        'Access',
      ],
      width: '800px',
      load: () => import('./TravelerDialog.tsx'),
    }),
    defineDialog({
      name: 'EraseTravelerDialog',
      permission: { edit: ERASE },
      width: '560px',
      load: () => import('./erase/EraseTravelerDialog.tsx'),
    }),
    defineDialog({
      name: 'RestrictTravelerDialog',
      permission: { edit: ERASE },
      width: '560px',
      load: () => import('./restrict/RestrictTravelerDialog.tsx'),
    }),
    defineDialog({
      name: 'GroupBookingDialog',
      permission: { create: GROUP },
      width: '720px',
      load: () => import('./group/GroupBookingDialog.tsx'),
    }),
    defineDialog({
      name: 'MergeTravelersDialog',
      permission: { edit: MERGE },
      width: '800px',
      load: () => import('./merge/MergeTravelersDialog.tsx'),
    }),
    defineDialog({
      name: 'ResetPasswordDialog',
      permission: { edit: 'TravellerManagement:resetPassword:canEdit' },
      width: '460px',
      load: () => import('./ResetPasswordDialog.tsx'),
    }),
    defineDialog({
      name: 'TravelerFeaturesDialog',
      permission: { edit: 'TravellerManagement:travelerFeatureSettings:canRead' },
      width: '520px',
      load: () => import('./TravelerFeaturesDialog.tsx'),
    }),
    defineDialog({
      name: 'OpenReturnDialog',
      permission: { edit: activateKeys },
      width: '560px',
      load: () => import('./wizard/OpenReturnDialog.tsx'),
    }),
    defineDialog({
      name: 'TripBookingWizardDialog',
      permission: {
        booking: 'TravellerManagement:tripBookingWizard:canRead',
        edit: changeBookingKeys,
        create: bookAgainKeys,
        view: searchAgainKeys,
      },
      width: '80%',
      load: () => import('./wizard/TripBookingWizardDialog.tsx'),
    }),
  ],
  alerts: [
    defineAlerts({
      key: 'OpenBookingsAlerts',
      permission: 'TravellerManagement:openBookingsAlerts:canRead',
      load: () => import('./alerts/OpenBookingsAlerts.tsx'),
    }),
  ],
  live: {
    service_request: frequentLocationsChanged,
    record: (event) => {
      switch (event.table) {
        case 'travelers':
          return travelerRecords.changed(event.record_id)
        case 'open_returns':
          return void import('../records/open-returns/queries.ts').then(({ openReturnRecords }) =>
            openReturnRecords.changed(event.record_id),
          )
        case 'traveler_comments':
          return commentsChanged()
        case 'traveler_concessions':
          return concessionsChanged()
        case 'misses':
          return void import('./misses/queries.ts').then(({ conductChanged }) => conductChanged())
        case 'traveler_helpers':
          return void import('./helping/queries.ts').then(({ helpersChanged }) => helpersChanged())
        case 'traveler_sets':
          return concessionsChanged()
        case 'payment_methods':
          return cardsChanged(event.record_id)
      }
    },
  },
})
