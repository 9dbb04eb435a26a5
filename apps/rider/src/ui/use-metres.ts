import { useRide } from './ride.tsx'

const KILOMETRE = 1000
/** Metres are told in tens. */
const TENS = 10

/** A distance in words. */
export const useMetres = (): ((metres: number) => string) => {
  const { say } = useRide()
  return (metres) =>
    metres >= KILOMETRE
      ? say('kilometres', { n: Math.round(metres / 100) / 10 })
      : say('metres', { n: Math.round(metres / TENS) * TENS })
}
