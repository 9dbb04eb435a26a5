import { useMemo } from 'react'
import { returnsIn, type SayReturn } from '../texts/returns.ts'
import { useRide } from './ride.tsx'

/** What is said of there and back, in the passenger's language. */
export const useReturnWords = (): SayReturn => {
  const { language } = useRide()
  return useMemo(() => returnsIn(language), [language])
}
