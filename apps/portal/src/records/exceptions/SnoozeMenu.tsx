import type { api, ServiceException } from '@ambit/contract'
import { longestSnooze } from '@ambit/domain'
import { Button, Menu } from '@mantine/core'
import type { z } from 'zod'
import { serverClock } from '../../settings/use-now.ts'
import { exceptionStrings as words } from './strings.ts'

const offered = [5, 15, 30, 60]

type Props = {
  exception: Pick<ServiceException, 'kind' | 'severity' | 'trip_id'>
  opened?: boolean
  onOpened?: (opened: boolean) => void
  onSnooze: (body: z.input<typeof api.exceptions.snooze.body>) => void
}

/** For how long it is put off. An emergency is not. */
export const SnoozeMenu = ({ exception: { kind, severity, trip_id }, opened, onOpened, onSnooze }: Props) => {
  const longest = longestSnooze(kind, severity)
  if (longest === null) return null
  const until = (minutes: number): string => new Date(serverClock.now().getTime() + minutes * 60_000).toISOString()
  return (
    <Menu {...(opened === undefined ? {} : { opened })} {...(onOpened === undefined ? {} : { onChange: onOpened })}>
      <Menu.Target>
        <Button size="xs" variant="default">
          {words.snooze}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered
          .filter((minutes) => minutes <= longest)
          .map((minutes) => (
            <Menu.Item key={minutes} onClick={() => onSnooze({ ends: 'time', until: until(minutes) })}>
              {words.snoozeFor(minutes)}
            </Menu.Item>
          ))}
        {trip_id !== null && <Menu.Item onClick={() => onSnooze({ ends: 'next_stop' })}>{words.nextStop}</Menu.Item>}
        <Menu.Item onClick={() => onSnooze({ ends: 'worse' })}>{words.worse}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
