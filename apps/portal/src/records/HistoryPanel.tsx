import type { AuditEvent, AuditKind } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDialog } from '../dialogs/stack.ts'
import { useSettings } from '../settings/settings.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { historyQuery } from './audit-events.ts'
import { momentWords, sentence } from './audit-words.ts'
import { HISTORY_TAB } from './History.tsx'
import classes from './History.module.css'
import { type Choice, RecordVersions } from './RecordVersions.tsx'

const words = {
  list: 'History of this record',
  none: 'Nothing is known to have changed it.',
  show: 'Show the record as it was then',
  reason: (reason: string) => `Reason: ${reason}`,
  older: 'Show older changes',
}

/** What changed a record, in sentences, and its versions. */
const HistoryPanel = ({ kind, id }: { kind: AuditKind; id: string }) => {
  const { tab } = useDialog()
  const history = useInfiniteQuery({ ...historyQuery(kind, id), enabled: tab === HISTORY_TAB })
  const [chosen, setChosen] = useState<Choice | null>(null)
  const whole = useRef<HTMLElement>(null)
  const show = (event: AuditEvent): void => {
    setChosen(String(event.id))
    // It stands above the list, perhaps out of sight.
    whole.current?.focus()
  }
  if (history.isError) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />
  const events = history.data?.pages.flatMap(({ data }) => data)
  if (events === undefined) return null
  if (events.length === 0) return <EmptyState title={words.none} />
  return (
    <>
      <RecordVersions kind={kind} id={id} versions={events} chosen={chosen} onChoose={setChosen} ref={whole} />
      <ol className={classes['list']} aria-label={words.list}>
        {events.map((event) => (
          <Entry
            key={event.id}
            event={event}
            own={event.record_kind === kind}
            shown={chosen === String(event.id)}
            onShow={() => show(event)}
          />
        ))}
      </ol>
      {history.hasNextPage && (
        <Button variant="default" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {words.older}
        </Button>
      )}
    </>
  )
}

type EntryProps = { event: AuditEvent; own: boolean; shown: boolean; onShow: () => void }

const Entry = ({ event, own, shown, onShow }: EntryProps) => {
  const { locale } = useSettings().app
  return (
    <li aria-current={shown ? 'true' : undefined}>
      <time dateTime={event.at}>{momentWords(event.at, locale)}</time>
      <p>{sentence(event, own, locale)}</p>
      {event.reason !== null && <p>{words.reason(event.reason)}</p>}
      <Button size="compact-xs" variant="default" onClick={onShow}>
        {words.show}
      </Button>
    </li>
  )
}
export default HistoryPanel
