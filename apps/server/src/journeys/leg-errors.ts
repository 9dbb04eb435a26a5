import { HttpError } from '../http/errors.ts'

/** What is wrong with a leg is said at that leg: `/legs/1/service_offering_id`. */
export const ofLeg = <T>(leg: number, work: () => Promise<T>): Promise<T> => at(`/legs/${leg}`, work)

/** Said once for all legs. */
const OF_ALL: readonly string[] = ['/traveler_id', '/overlap_reason', '/besides', '/comment']

/** The same for a part of the journey. */
export const at = <T>(part: string, work: () => Promise<T>, ofAll = OF_ALL): Promise<T> =>
  pointedTo((pointer) => (ofAll.includes(pointer) ? pointer : `${part}${pointer}`), work)

/** What is wrong is said where the caller has it. */
export const pointedTo = async <T>(place: (pointer: string) => string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const errors = error.errors.map((entry) =>
      entry.source === undefined
        ? entry
        : { ...entry, source: { ...entry.source, pointer: place(entry.source.pointer) } },
    )
    throw new HttpError(error.status, errors, error.meta, error.headers)
  }
}
