import type { ServiceException } from '@ambit/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocalStorage } from '@mantine/hooks'
import { useCan } from '../auth/permissions.ts'
import { usePolling } from '../live/use-polling.ts'
import { useMe } from '../auth/use-me.ts'
import { exceptionsChanged, exceptionsQuery, within } from '../records/exceptions/queries.ts'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useParam } from '../url/link.tsx'
import { useScope } from '../url/scope.ts'
import { Button } from '@mantine/core'
import { DutyBar } from './DutyBar.tsx'
import { ExceptionTabs } from './ExceptionTabs.tsx'
import { isFiltered, noFilters, ownersOf, passes } from './filters.ts'
import { HANDOVER } from './keys.ts'
import classes from './inbox.module.css'
import { HandoverOffer } from './HandoverOffer.tsx'
import { InboxList } from './InboxList.tsx'
import { InboxTools } from './InboxTools.tsx'
import { MuteBar } from './Mutes.tsx'
import { OpenedException } from './OpenedException.tsx'
import { inboxStrings as words } from './strings.ts'
import { useFilters } from './use-filters.ts'

const none: readonly ServiceException[] = []

/** One inbox of everything that needs a person, and what is opened beside it. */
const InboxPage = () => {
  const id = Number(useParam('exceptionId') ?? '') || null
  const [{ region, zone }] = useScope()
  const [filters, change] = useFilters()
  const [keys, setKeys] = useLocalStorage({ key: 'exceptions_keys', defaultValue: true })
  const me = useMe()
  const mayHandOver = useCan()(HANDOVER)
  const queries = useQueryClient()
  const polling = usePolling(() => exceptionsChanged(queries))
  const query = useQuery({ ...exceptionsQuery, refetchInterval: polling.refetchInterval || CHECKED_MS })
  const all = query.data?.data ?? none
  const rows = within(all, region, zone).filter((row) => passes(row, filters, me))
  return (
    <ExceptionTabs current="/Exceptions/inbox" count={query.data === undefined ? null : String(rows.length)} edge>
      <InboxTools filters={filters} people={ownersOf(all)} onChange={change} keys={keys} onKeys={setKeys} />
      {mayHandOver && <HandoverOffer />}
      <DutyBar />
      <MuteBar />
      {polling.refetchInterval !== false && (
        <p className={classes['hint']} role="status">
          {words.polling}
        </p>
      )}
      <div className={classes['panes']} data-opened={id !== null || undefined}>
        <section className={classes['list']} aria-label={words.list}>
          {query.isError && query.data === undefined && (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          )}
          {query.data !== undefined && rows.length === 0 && (
            <Empty
              checkedAt={query.data.meta.checked_at}
              filtered={isFiltered(filters)}
              onClear={() => change(noFilters)}
            />
          )}
          {rows.length > 0 && <InboxList rows={rows} all={all} opened={id} keys={keys} />}
        </section>
        {id !== null && <OpenedException key={id} id={id} all={all} keys={keys} />}
      </div>
    </ExceptionTabs>
  )
}
export default InboxPage

/** An empty list says when the service was looked at last, which is never older than 10 s. */
const CHECKED_MS = 5000

type EmptyProps = { checkedAt: string | null; filtered: boolean; onClear: () => void }

const Empty = ({ checkedAt, filtered, onClear }: EmptyProps) => {
  const format = useFormat()
  if (filtered)
    return (
      <EmptyState
        title={words.nothingFits}
        action={
          <Button size="xs" variant="default" onClick={onClear}>
            {words.clear}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title={words.none}
      reason={checkedAt === null ? words.notChecked : words.checked(format.time(checkedAt))}
    />
  )
}
