export const READ = 'TravellerManagement:waitlist:canRead'
export const DESTROY = 'TravellerManagement:waitlist:canDestroy'
export const UPDATE = 'TravellerManagement:waitlist:canUpdate'
