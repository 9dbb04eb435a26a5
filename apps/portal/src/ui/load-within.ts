import { uiStrings } from './strings.ts'

export const LAZY_LOAD_TIMEOUT_MS = 3000

/** What did not come in time, and comes with `arrival` or fails after all. */
export class SlowLoad extends Error {
  override readonly name = 'SlowLoad'
  readonly arrival: Promise<unknown>
  constructor(arrival: Promise<unknown>) {
    super(uiStrings.slow)
    this.arrival = arrival
  }
}

/** The code of a page, or SlowLoad after three seconds; the download continues, so that a retry finds it done. */
export const loadWithin = <T>(load: () => Promise<T>, ms: number = LAZY_LOAD_TIMEOUT_MS): Promise<T> =>
  new Promise((resolve, reject) => {
    const loading = load()
    const timer = setTimeout(() => reject(new SlowLoad(loading)), ms)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
