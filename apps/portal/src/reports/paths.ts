export type ReportTab = 'feedback' | 'cancellations' | 'booking-outcome-report' | 'conduct' | 'trip-itinerary'
/** Apart from the tabs and their words: the portal begins with this. */
export const reportPath = <T extends ReportTab>(tab: T) => `/ReportManagement/${tab}` as const
