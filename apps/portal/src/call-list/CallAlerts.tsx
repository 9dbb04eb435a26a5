import { ActionIcon, Indicator } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { badgeText } from '../notifications/notice.ts'
import { playTones } from '../notifications/play-tones.ts'
import { serverClock } from '../settings/use-now.ts'
import { Link } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { useScope } from '../url/scope.ts'
import { waitingCallsQuery } from './queries.ts'
import { callStrings as words } from './strings.ts'

/** How many passengers wait to be called, with a sound for each further one; leads to the list. */
const CallAlerts = () => {
  const [scope] = useScope()
  const { data: open } = useQuery(waitingCallsQuery(scope))
  const now = serverClock.now().getTime()
  const waiting = open?.filter(({ due_at }) => Date.parse(due_at) <= now).map(({ id }) => id) ?? null
  useRinging(waiting)
  const count = waiting?.length ?? 0
  return (
    <Indicator label={badgeText(count)} size={16} disabled={count === 0} offset={4}>
      <ActionIcon
        renderRoot={(props) => <Link {...props} to="/CallList" search={scopedSearch} />}
        size={34}
        variant="default"
        aria-label={count === 0 ? words.title : `${words.title}, ${words.waiting(count)}`}
      >
        <IconPhoneCall size={18} stroke={1.6} />
      </ActionIcon>
    </Indicator>
  )
}
export default CallAlerts

/** Those that wait when the portal is opened are seen; what comes afterwards is heard. */
const useRinging = (waiting: readonly number[] | null): void => {
  const known = useRef<ReadonlySet<number> | null>(null)
  const ids = waiting?.join(',')
  useEffect(() => {
    if (waiting === null) return
    if (known.current !== null && waiting.some((id) => known.current?.has(id) === false))
      playTones([660, 880], { volume: 0.3 })
    known.current = new Set(waiting)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ids say it all
  }, [ids])
}
