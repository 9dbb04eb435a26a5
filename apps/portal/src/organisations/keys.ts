export const READ = 'TravellerManagement:organisation:canRead'
export const CREATE = 'TravellerManagement:organisation:canCreate'
export const UPDATE = 'TravellerManagement:organisation:canUpdate'
export const DESTROY = 'TravellerManagement:organisation:canDestroy'
