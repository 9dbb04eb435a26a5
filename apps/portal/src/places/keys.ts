export const READ = 'TravellerManagement:place:canRead'
export const CREATE = 'TravellerManagement:place:canCreate'
export const UPDATE = 'TravellerManagement:place:canUpdate'
export const DESTROY = 'TravellerManagement:place:canDestroy'
