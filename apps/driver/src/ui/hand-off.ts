const KEY = 'drive-hand-off'

let current: number | null | undefined

const read = (): number | null => {
  try {
    const kept = Number(localStorage.getItem(KEY) ?? NaN)
    return Number.isInteger(kept) ? kept : null
  } catch {
    return null
  }
}

/**
 * The trip whose way another app shows. It stays known when this app is closed meanwhile: what a hand-off switched on is
 * switched off afterwards, and what the driver switched on by hand is not.
 */
export const handOff = {
  trip: (): number | null => (current === undefined ? (current = read()) : current),
  set: (trip: number | null): void => {
    current = trip
    try {
      if (trip === null) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, String(trip))
    } catch {
      // It holds until the app is closed.
    }
  },
}
