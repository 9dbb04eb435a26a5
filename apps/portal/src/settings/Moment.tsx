import { useFormat } from './format.ts'

/** Date and time by the clocks of the zone where it happened. */
export const Moment = ({ at, timeZone }: { at: string; timeZone: string }) => useFormat(timeZone).dateTime(at)
