export const READ = 'LiveBooking:lostItem:canRead'
export const UPDATE = 'LiveBooking:lostItem:canUpdate'
