import type { PermissionKey } from '@ambit/contract'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule, type PortalPage } from '../navigation/define-module.ts'
import { itineraryChanged, reportChanged } from './changes.ts'
import { reportPath } from './paths.ts'

const FEEDBACK = 'ReportManagement:feedback:canRead'
const ITINERARY = 'ReportManagement:tripItinerary:canRead'

const page = (path: PortalPage['path'], permission: PermissionKey, load: PortalPage['load']): PortalPage => ({
  path,
  title: 'Reports',
  permission,
  refused: 'back',
  layout: 'edge',
  load,
})

export const reportsModule = defineModule({
  name: 'ReportManagement',
  pages: [
    page('/ReportManagement', FEEDBACK, () => import('./ReportsEntry.tsx')),
    page(reportPath('feedback'), FEEDBACK, () => import('./FeedbackPage.tsx')),
    page(reportPath('cancellations'), 'ReportManagement:survey:canRead', () => import('./CancelReasonsPage.tsx')),
    page(
      reportPath('booking-outcome-report'),
      'ReportManagement:bookingOutcomeReport:canRead',
      () => import('./OutcomesPage.tsx'),
    ),
    page(reportPath('conduct'), 'ReportManagement:bookingOutcomeReport:canRead', () => import('./ConductPage.tsx')),
    page(reportPath('trip-itinerary'), ITINERARY, () => import('./ItineraryPage.tsx')),
  ],
  dialogs: [
    defineDialog({
      name: 'TripItineraryDialog',
      permission: { view: ITINERARY },
      width: '50%',
      load: () => import('./TripItineraryDialog.tsx'),
    }),
  ],
  live: {
    record: (event) => {
      if (event.table === 'feedbacks') reportChanged('feedback')
      if (event.table === 'surveys') reportChanged('surveys')
    },
    trip: (event) => itineraryChanged(event.trip_id),
  },
})
