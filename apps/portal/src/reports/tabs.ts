import type { PermissionKey } from '@ambit/contract'
import { reportPath, type ReportTab } from './paths.ts'
import { reportStrings as words } from './strings.ts'

const tabs: readonly { tab: ReportTab; label: string; permission: PermissionKey }[] = [
  { tab: 'feedback', label: words.feedbackTab, permission: 'ReportManagement:feedback:canRead' },
  { tab: 'cancellations', label: words.cancellationsTab, permission: 'ReportManagement:survey:canRead' },
  {
    tab: 'booking-outcome-report',
    label: words.outcomesTab,
    permission: 'ReportManagement:bookingOutcomeReport:canRead',
  },
  { tab: 'conduct', label: words.conductTab, permission: 'ReportManagement:bookingOutcomeReport:canRead' },
  { tab: 'trip-itinerary', label: words.itineraryTab, permission: 'ReportManagement:tripItinerary:canRead' },
]
/** The tabs in their order; each is shown to those who may open it. */
export const reportTabs = tabs.map((one) => ({ ...one, path: reportPath(one.tab) }))
