export const READ = 'Messaging:driverThread:canRead'
export const BROADCAST = 'Messaging:broadcast:canCreate'
