import { useDrive } from './drive.tsx'

/** Faster than this nothing is written or looked up (DAPP-42). m/s: 8 km/h */
const SLOW_MPS = 8 / 3.6

/** Whether the vehicle stands, or rolls so slowly that a driver may look down; without a position it counts as standing. */
export const useStanding = (): boolean => (useDrive().state.place?.speed ?? 0) <= SLOW_MPS
