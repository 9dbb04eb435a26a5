import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { CREATE, READ, UPDATE } from './keys.ts'

export const bookingSeriesModule = defineModule({
  name: 'RecurringJourneys',
  pages: [
    {
      path: '/RecurringJourneys',
      title: 'Recurring Journeys',
      permission: READ,
      represented: true,
      load: () => import('./RecurringJourneysPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'SeriesDialog',
      permission: { view: READ },
      tabs: ['Details', 'Dates', 'History'],
      width: 'min(880px, 94vw)',
      load: () => import('./SeriesDialog.tsx'),
    }),
    defineDialog({
      name: 'SeriesChangeDialog',
      permission: { edit: UPDATE },
      // the scope that is chosen at first
      tabs: ['Following', 'All'],
      width: 'min(640px, 94vw)',
      load: () => import('./SeriesChangeDialog.tsx'),
    }),
    defineDialog({
      name: 'SeriesImportDialog',
      permission: { create: CREATE },
      width: 'min(760px, 94vw)',
      load: () => import('./SeriesImportDialog.tsx'),
    }),
  ],
  live: {
    record: ({ table, record_id }) => {
      if (table !== 'booking_series') return
      void import('../records/booking-series.ts').then(({ seriesRecords }) => seriesRecords.changed(record_id))
    },
  },
})
