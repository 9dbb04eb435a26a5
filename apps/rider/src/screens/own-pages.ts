// Pages that no first visit shows: a part of their own, which the service worker keeps as well.
export { Account } from './Account.tsx'
export { Messages } from './Messages.tsx'
export { MyRecord } from './MyRecord.tsx'
export { MyRides } from './MyRides.tsx'
export { Receipt } from './Receipt.tsx'
