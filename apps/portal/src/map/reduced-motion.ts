/** Asked each time, since the setting may change while the page is open. */
export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Milliseconds for a camera move: none where motion is not wanted. */
export const moveFor = (ms: number): number => (prefersStillness() ? 0 : ms)
