/** Where the device says that it is. `bearing` and `speed`: null where it does not know; degrees, metres per second. */
export type Fix = { lat: number; lon: number; accuracy_m: number; bearing: number | null; speed: number | null }

/** Calls with each fix, and where the device is not allowed to tell its place; answers with what ends that. */
export type Watch = (fixed: (fix: Fix) => void, refused: () => void) => () => void

/** Calls with whether the battery runs low: below a fifth, and not charging; answers with what ends that. */
export type WatchPower = (told: (low: boolean) => void) => () => void
