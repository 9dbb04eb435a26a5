import { api, type BreakGlassAccount, MOST_BREAK_GLASS_ACCOUNTS } from '@ambit/contract'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { userRecords } from '../records/users.ts'
import { useFormat } from '../settings/format.ts'
import classes from './installation.module.css'
import { READ_SIGN_IN, UPDATE_SIGN_IN } from './keys.ts'
import { breakGlassQuery, signInChanged } from './queries.ts'
import { installationStrings as words } from './strings.ts'

const changing = async (call: Promise<unknown>): Promise<void> => {
  try {
    await call
  } catch (error) {
    announceFailure(error, words.failed)
  }
  await signInChanged()
}

/** Who signs in by password on the day on which a provider is down. */
export const BreakGlass = () => {
  const can = useCan()
  const accounts = useQuery({ ...breakGlassQuery, enabled: can(READ_SIGN_IN) })
  const may = can(UPDATE_SIGN_IN)
  const { data } = accounts
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-glass">
      <h2 id="settings-glass">{words.glass}</h2>
      <p className={classes['text']}>{words.glassText}</p>
      {data?.length === 0 && <p className={classes['text']}>{words.noGlass}</p>}
      {data?.map((account) => (
        <Account key={account.id} account={account} may={may} />
      ))}
      {may && data !== undefined && data.length < MOST_BREAK_GLASS_ACCOUNTS && <Add />}
    </section>
  )
}

const Account = ({ account, may }: { account: BreakGlassAccount; may: boolean }) => {
  const format = useFormat()
  const { id, full_name, has_second_factor, signed_in_at } = account
  return (
    <div className={classes['row']}>
      <div className={classes['name']}>
        <strong>{full_name}</strong>
        <p className={classes['facts']}>
          <span>{has_second_factor ? words.glassReady : words.glassNotReady}</span>
          <span>
            {signed_in_at === null ? words.glassNever : `${words.glassTried} ${format.dateTime(signed_in_at)}`}
          </span>
        </p>
      </div>
      {may && (
        <Button
          variant="default"
          size="xs"
          aria-label={words.glassRemove(full_name)}
          onClick={() => void changing(client.call(api.breakGlassAccounts.destroy, { params: { id } }))}
        >
          {words.remove}
        </Button>
      )}
    </div>
  )
}

const Add = () => {
  const [user, setUser] = useState<string | null>(null)
  const users = useQuery({ ...userRecords.rows({ page: 1, per_page: 999, sort: 'first_name' }) })
  const add = async (): Promise<void> => {
    if (user === null) return
    await changing(client.call(api.breakGlassAccounts.create, { body: { user_id: Number(user) } }))
    setUser(null)
  }
  return (
    <div className={classes['row']}>
      <Select
        className={classes['wide'] ?? ''}
        aria-label={words.glassUser}
        placeholder={words.glassUser}
        searchable
        data={(users.data ?? []).map(({ id, full_name }) => ({ value: String(id), label: full_name }))}
        value={user}
        onChange={setUser}
      />
      <Button variant="default" disabled={user === null} onClick={() => void add()}>
        {words.glassAdd}
      </Button>
    </div>
  )
}
