import type { TripState } from '@ambit/contract'
import { StatusTag } from '../ui/StatusTag.tsx'
import { stateTag } from './states.ts'
import classes from './trips.module.css'

export const TripStateTag = ({ state }: { state: TripState | null }) => {
  const { tone, text } = stateTag(state)
  return (
    <span className={classes['state']}>
      <StatusTag tone={tone}>{text}</StatusTag>
    </span>
  )
}
