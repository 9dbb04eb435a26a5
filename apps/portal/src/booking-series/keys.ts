export const READ = 'TravellerManagement:series:canRead'
export const UPDATE = 'TravellerManagement:series:canUpdate'
