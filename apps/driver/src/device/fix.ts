/** Where the device says that it is. `bearing` and `speed`: null where it does not know; degrees, metres per second. */
export type Fix = { lat: number; lon: number; accuracy_m: number; bearing: number | null; speed: number | null }

/** Calls with each fix; answers with what ends that. */
export type Watch = (fixed: (fix: Fix) => void) => () => void
