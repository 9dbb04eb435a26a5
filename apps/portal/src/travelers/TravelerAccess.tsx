import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialog } from '../dialogs/stack.ts'
import { accessPage } from '../records/access-events.ts'
import { momentWords } from '../records/audit-words.ts'
import { useSettings } from '../settings/settings.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { accessStrings as words } from './access-strings.ts'
import classes from './TravelerAccess.module.css'

const ROWS = 50

/** Who looked at a passenger, how often and why, the newest first. */
export const TravelerAccess = ({ travelerId }: { travelerId: number }) => {
  const { tab } = useDialog()
  const { locale } = useSettings().app
  const [shown, setShown] = useState(ROWS)
  const access = useQuery({
    ...accessPage({ filter: { traveler: [travelerId] }, per_page: shown }),
    enabled: tab === words.value,
    placeholderData: (before) => before,
  })
  if (access.isError) return <ErrorState error={access.error} onRetry={() => void access.refetch()} />
  if (access.data === undefined) return null
  const { data, meta } = access.data
  if (data.length === 0) return <EmptyState title={words.none} />
  return (
    <>
      <ol className={classes['list']} aria-label={words.list}>
        {data.map(({ id, at, actor_name, actor_kind, looks, calls, reason, address }) => (
          <li key={id}>
            <time dateTime={at}>{momentWords(at, locale)}</time>
            <p>{words.looked(actor_name, actor_kind, looks)}</p>
            <p className={classes['where']}>{[calls.join(', '), address].filter(Boolean).join(' · ')}</p>
            {reason !== null && <p>{words.reason(reason)}</p>}
          </li>
        ))}
      </ol>
      {meta.total > data.length && (
        <Button variant="default" loading={access.isFetching} onClick={() => setShown(shown + ROWS)}>
          {words.older}
        </Button>
      )}
    </>
  )
}
