import { api } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { client } from '../api/client.ts'
import { useSession } from '../auth/session.ts'
import { leftOf, watchUse } from '../auth/use-watch.ts'
import { useSettings } from '../settings/settings.ts'
import { Question } from '../ui/Question.tsx'
import { shellStrings as words } from './strings.ts'

/** Whoever is typing elsewhere has that long to come back. */
const WARNED_MS = 5 * 60_000
const TICK_MS = 1000
/** The server heard of the last use a moment later. */
const GRACE_S = 2

/** Says that the session is about to end because nobody touches anything; any key, click or touch lets it go on. */
export const StaySignedIn = () => {
  const { idle_minutes } = useSettings().signIn
  const session = useSession()
  const watches = session.status === 'logged_in' && !session.user.stays_signed_in
  const [left, setLeft] = useState(Infinity)
  useEffect(watchUse, [])
  useEffect(() => {
    if (!watches) return
    const timer = setInterval(() => {
      const now = leftOf(idle_minutes)
      // Between the moments that are shown nothing is drawn.
      setLeft(now > WARNED_MS ? Infinity : Math.ceil(now / TICK_MS))
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [watches, idle_minutes])
  const over = left <= -GRACE_S
  useEffect(() => {
    // The server refuses it, and the portal signs out.
    if (over) void client.call(api.sessions.current).catch(() => undefined)
  }, [over])
  return (
    <Question
      opened={watches && left !== Infinity && !over}
      onClose={() => setLeft(Infinity)}
      title={words.stillThere}
      text={words.endsSoon(Math.max(0, left))}
    >
      <Button data-autofocus onClick={() => setLeft(Infinity)}>
        {words.stay}
      </Button>
    </Question>
  )
}
