import { uiStrings } from './strings.ts'

export const LAZY_LOAD_TIMEOUT_MS = 3000

/** The code of a page, or an error after three seconds; the download continues, so that a retry finds it done. */
export const loadWithin = <T>(load: () => Promise<T>, ms: number = LAZY_LOAD_TIMEOUT_MS): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(uiStrings.slow)), ms)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
