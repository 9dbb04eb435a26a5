import { HttpError } from '../http/errors.ts'

/** What is wrong with a leg is said at that leg: `/legs/1/service_offering_id`. */
export const ofLeg = <T>(leg: number, work: () => Promise<T>): Promise<T> => at(`/legs/${leg}`, work)

/** Said once for all legs. */
const OF_ALL: readonly string[] = ['/traveler_id', '/overlap_reason', '/besides', '/comment']

/** The same for a part of the journey. */
export const at = async <T>(part: string, work: () => Promise<T>, ofAll = OF_ALL): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const errors = error.errors.map((entry) => {
      const pointer = entry.source?.pointer
      if (pointer === undefined || ofAll.includes(pointer)) return entry
      return { ...entry, source: { ...entry.source, pointer: `${part}${pointer}` } }
    })
    throw new HttpError(error.status, errors, error.meta, error.headers)
  }
}
