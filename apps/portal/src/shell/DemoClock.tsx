import type { Settings } from '@ambit/contract'
import { api } from '@ambit/contract'
import { UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { notify } from '../notifications/notify.tsx'
import { useFormat } from '../settings/format.ts'
import { settingsQuery, useSettings } from '../settings/settings.ts'
import { useNow } from '../settings/use-now.ts'
import classes from './DemoClock.module.css'
import { shellStrings as words } from './strings.ts'

type Clock = NonNullable<NonNullable<Settings['local_demo']>['clock']>

/** A demo's own time, and how fast it passes. */
export const DemoClock = ({ time_zone, speeds }: Clock) => {
  const now = useNow()
  const format = useFormat(time_zone)
  const { speed } = useSettings().clock
  const change = useMutation({
    mutationFn: (next: Clock['speeds'][number]) => client.call(api.clock.setSpeed, { body: { speed: next } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    onError: () => notify({ type: 'error', title: words.demoClock, message: words.speedFailed }),
  })
  return (
    <div className={classes['clock']} role="group" aria-label={words.demoClock}>
      <span title={words.demoClockText}>
        {words.demoTime} <time className="numbers">{`${format.day(now)}, ${format.time(now)}`}</time>
      </span>
      <span className={classes['speeds']}>
        {speeds.map((one) => (
          <UnstyledButton
            key={one}
            className={classes['speed']}
            aria-pressed={one === speed}
            aria-label={words.speed(one)}
            disabled={change.isPending}
            onClick={() => change.mutate(one)}
          >
            {one}×
          </UnstyledButton>
        ))}
      </span>
    </div>
  )
}
