/**
 * How slow the streets of the demo and of simulated days are, as a multiple of free flow. The service has to
 * learn it from its own drives. On a weekday 1.3 at a quarter past eight and 1.25 at a quarter past four,
 * at the weekend 1.07 at noon; 0.97 at night. `weekday` from 1 Monday to 7 Sunday, `minutes` after midnight.
 */
export const townTraffic = (weekday: number, minutes: number): number => {
  const peak = (middle: number, width: number): number => Math.exp(-(((minutes - middle) / width) ** 2))
  return weekday <= 5
    ? 0.97 + 0.33 * peak(8.25 * 60, 55) + 0.28 * peak(16.25 * 60, 75)
    : 0.97 + 0.1 * peak(12 * 60, 150)
}
