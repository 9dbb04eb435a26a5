export const READ = 'TravellerManagement:series:canRead'
export const CREATE = 'TravellerManagement:series:canCreate'
export const UPDATE = 'TravellerManagement:series:canUpdate'
export const DESTROY = 'TravellerManagement:series:canDestroy'
/** What it takes to cancel bookings. */
export const CANCEL = 'LiveBooking:booking:canUpdate'
