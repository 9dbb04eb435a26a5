/** A booking as far as it takes up seats. */
export type Party = { passenger_count: number; mobility_support?: number | null; boarded_count?: number | null }

/** How many of a booking ride: all of them, unless the driver counted fewer. */
export const ridersOf = ({ passenger_count, boarded_count }: Party): number => boarded_count ?? passenger_count

/** Wheelchair spaces that they take: of fewer than were booked, those in wheelchairs count as having come. */
export const spacesTaken = (party: Party): number => Math.min(party.mobility_support ?? 0, ridersOf(party))

export const seatsTaken = (party: Party): number => ridersOf(party) - spacesTaken(party)
