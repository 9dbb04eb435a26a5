import { useCallback } from 'react'
import type { Draft } from '../plan/draft.ts'
import { useRide } from './ride.tsx'

/** Who travels, such as `2 adults, 1 wheelchair`. */
export const useWhoWords = (): ((draft: Pick<Draft, 'along' | 'passengers' | 'wheelchairs'>) => string) => {
  const { say } = useRide()
  return useCallback(
    ({ passengers: { adult, child, concession }, along: { attendant, companion }, wheelchairs }) =>
      [
        adult > 0 && say('adult_count', { n: adult }),
        child > 0 && say('child_count', { n: child }),
        concession > 0 && say('concession_count', { n: concession }),
        attendant > 0 && say('attendant_count', { n: attendant }),
        companion > 0 && say('companion_count', { n: companion }),
        wheelchairs > 0 && say('wheelchair_count', { n: wheelchairs }),
      ]
        .filter((words) => words !== false)
        .join(', '),
    [say],
  )
}
