import { api, type BriefSection, type OpenedHandover } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { notify } from '../notifications/notify.tsx'
import { useMe } from '../auth/use-me.ts'
import { exceptionsChanged } from '../records/exceptions/queries.ts'
import { useFormat } from '../settings/format.ts'
import { isGone } from '../ui/cause-of.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Link } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { BriefSections } from './BriefSections.tsx'
import classes from './handover.module.css'
import { handoverQuery } from './handover-queries.ts'
import { handoverStrings as words } from './handover-strings.ts'
import { handoverName, stateOf } from './handover-words.ts'
import { PrintBrief } from './PrintBrief.tsx'

/** One handover. Whom it is offered to ticks off each section, and accepts it. */
export const OneHandover = ({ id }: { id: number }) => {
  const query = useQuery(handoverQuery(id))
  return (
    <>
      <Link to="/Exceptions/handover" search={scopedSearch} className="text-link">
        {words.back}
      </Link>
      {query.data !== undefined ? (
        <Opened handover={query.data} />
      ) : (
        query.isError &&
        (isGone(query.error) ? (
          <EmptyState title={words.missing} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ))
      )}
    </>
  )
}

const Opened = ({ handover }: { handover: OpenedHandover }) => {
  const { id, brief, zones, note, offered_at, accepted_at, taker_id } = handover
  const format = useFormat()
  const me = useMe()
  const [read, setRead] = useState<ReadonlySet<BriefSection>>(new Set())
  const toggle = (section: BriefSection): void =>
    setRead((before) =>
      before.has(section) ? new Set([...before].filter((one) => one !== section)) : new Set([...before, section]),
    )
  const waits = stateOf(handover) === 'offered' && taker_id === me
  const title = handoverName(handover, format.dateTime(offered_at))
  return (
    <section className={`card ${classes['brief'] ?? ''}`} aria-label={title}>
      <header className={classes['head']}>
        <h2>{title}</h2>
        <PrintBrief title={title} brief={brief} note={note} />
      </header>
      <p>
        {[
          words.zones(zones.map(({ name }) => name)),
          words.offered(format.dateTime(offered_at)),
          ...(accepted_at === null ? [] : [words.accepted(format.dateTime(accepted_at))]),
        ].join(' · ')}
      </p>
      {note !== '' && <blockquote className={classes['note']}>{note}</blockquote>}
      <BriefSections brief={brief} {...(waits ? { read: { sections: read, onToggle: toggle } } : {})} />
      {waits && <Accept id={id} read={read} />}
    </section>
  )
}

const Accept = ({ id, read }: { id: number; read: ReadonlySet<BriefSection> }) => {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const accept = async (): Promise<void> => {
    setBusy(true)
    try {
      await client.call(api.handovers.accept, { params: { id }, body: { sections: [...read] } })
      notify({ type: 'success', title: words.acceptDone, message: '' })
    } catch (error) {
      announceFailure(error, words.acceptFailed)
    } finally {
      setBusy(false)
      exceptionsChanged(queries)
    }
  }
  return (
    <Button loading={busy} onClick={() => void accept()}>
      {words.accept}
    </Button>
  )
}
