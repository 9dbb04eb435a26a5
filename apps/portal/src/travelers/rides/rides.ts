/** One page of a passenger's bookings; the next ride is the first of the first page. */
export const RIDES_PER_PAGE = 10
