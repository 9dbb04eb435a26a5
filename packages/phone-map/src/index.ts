export { PhoneMap } from './PhoneMap.tsx'
export { clearShelf } from './shelf.ts'
export { takeTilesAlong } from './take-along.ts'
