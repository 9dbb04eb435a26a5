export const BOOKINGS_PATH = '/LiveBookings'
export const TABLE_PATH = `${BOOKINGS_PATH}/data` as const
export const TIMELINE_PATH = `${BOOKINGS_PATH}/timeline` as const
