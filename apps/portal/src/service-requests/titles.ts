/** Apart from the other words: every page knows the titles of all, before any of them is loaded. */
export const bookingTitles = { menu: 'Live Bookings', table: 'Bookings Table', timeline: 'Timeline View' }
