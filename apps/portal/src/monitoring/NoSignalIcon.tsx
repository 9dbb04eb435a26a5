import { Tooltip } from '@mantine/core'
import { IconAccessPointOff } from '@tabler/icons-react'
import { useNow } from '../settings/use-now.ts'
import classes from './NoSignalIcon.module.css'
import { silenceWords } from './strings.ts'
import { LONG_SILENCE_MINUTES, silentMinutes } from '../records/positions.ts'

type Props = {
  since: string | null
  /** where the vehicle was last is known */
  located: boolean
}

/** Grey while a signal is lost, red from the fifth minute. */
export const NoSignalIcon = ({ since, located }: Props) => {
  const minutes = silentMinutes(since, useNow(10_000))
  if (minutes === null) return null
  const words = silenceWords(minutes, located)
  return (
    <Tooltip label={words}>
      <span
        role="img"
        aria-label={words}
        className={classes['signal']}
        data-long={minutes >= LONG_SILENCE_MINUTES || undefined}
      >
        <IconAccessPointOff size={16} stroke={1.8} aria-hidden />
      </span>
    </Tooltip>
  )
}
