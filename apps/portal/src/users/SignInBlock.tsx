import { api, type User } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { useCan } from '../auth/permissions.ts'
import { notify } from '../notifications/notify.tsx'
import { useFormat } from '../settings/format.ts'
import { factorStrings as words } from './factor-strings.ts'
import { blockOf } from './queries.ts'
import classes from './users.module.css'

/** A user who said that somebody else signed in; nothing for everybody else. */
export const SignInBlock = ({ user }: { user: Pick<User, 'id' | 'full_name'> }) => {
  const may = useCan()('UserManagement:user:canUpdate')
  const format = useFormat()
  const { data } = useQuery(blockOf(user.id))
  if (data === undefined || data === null) return null
  const lift = async (): Promise<void> => {
    try {
      await client.call(api.users.liftSignInBlock, { params: { id: user.id } })
      notify({ type: 'success', title: words.blocked, message: words.unblocked })
    } catch (error) {
      announceFailure(error, words.notUnblocked)
    }
    await queryClient.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <section className={classes['factors']} aria-labelledby="user-block">
      <h3 id="user-block">{words.blocked}</h3>
      <p>
        {words.blockedText(user.full_name, format.dateTime(data.created_at))}{' '}
        {data.reset_lifts ? words.resetLifts : words.resetDoesNotLift}
      </p>
      {may && (
        <Button variant="default" size="xs" onClick={() => void lift()}>
          {words.unblock}
        </Button>
      )}
    </section>
  )
}
