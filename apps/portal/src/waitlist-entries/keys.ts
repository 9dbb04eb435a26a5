export const READ = 'TravellerManagement:waitlist:canRead'
export const UPDATE = 'TravellerManagement:waitlist:canUpdate'
