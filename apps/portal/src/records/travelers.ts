/** Comments, concessions and cards are parts of the passenger: one key changes them all. */
export const TRAVELER_UPDATE = 'TravellerManagement:traveller:canUpdate'
