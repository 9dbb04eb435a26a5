import type { AuditEvent } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { auditRecords } from '../records/audit-events.ts'
import { momentWords, recordWords, whoWords } from '../records/audit-words.ts'
import { ChangedFields } from '../records/ChangedFields.tsx'
import { RestoreVersion } from '../records/RestoreVersion.tsx'
import { useSettings } from '../settings/settings.ts'
import { FactList } from '../ui/FactList.tsx'
import { Link } from '../url/link.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import classes from './audit.module.css'
import { auditStrings } from './strings.ts'
import { auditPath } from './keys.ts'

const words = auditStrings.event

/** One event with all fields before and after, and ways to what belongs to it. */
const AuditEventDialog = () => {
  const { id } = useDialog()
  return (
    <Loaded query={useQuery(auditRecords.one(Number(id)))} title={words.title}>
      {(event) => (
        <DialogFrame title={recordWords(event) || event.action} id={`${words.title} ${event.id}`}>
          <Facts event={event} />
          <Belonging event={event} />
          {event.hidden ? (
            <p>{words.hidden}</p>
          ) : (
            <ChangedFields label={words.fields} fields={event.changes} heads={[words.before, words.after]} />
          )}
          {event.operation === 'deleted' && event.record_kind !== null && event.record_id !== null && (
            <RestoreVersion kind={event.record_kind} id={event.record_id} point={{ event: event.id }} />
          )}
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default AuditEventDialog

const Facts = ({ event }: { event: AuditEvent }) => {
  const { locale } = useSettings().app
  const { columns } = auditStrings
  const facts: [string, string | null][] = [
    [columns.time, momentWords(event.at, locale)],
    [columns.who, whoWords(event)],
    [columns.did, event.action],
    [columns.via, event.via],
    [columns.region, event.region_name],
    [columns.reason, event.reason],
    [words.address, event.address],
    [words.request, event.request_id],
    [words.trace, event.trace_id],
    [words.program, event.user_agent],
  ]
  return <FactList label={words.facts} facts={facts} />
}

/** Filters that an event names: what else happened with it. */
const Belonging = ({ event }: { event: AuditEvent }) => {
  const ways: [string, PlainSearch][] = []
  if (event.request_id !== null) ways.push([words.ofRequest, { 'filter.request': event.request_id }])
  if (event.record_kind !== null && event.record_id !== null)
    ways.push([words.ofRecord, { 'filter.record_kind': event.record_kind, 'filter.record_id': event.record_id }])
  if (event.actor_id !== null)
    ways.push([words.ofActor, { 'filter.actor_kind': event.actor_kind, 'filter.actor': String(event.actor_id) }])
  if (event.address !== null) ways.push([words.ofAddress, { 'filter.address': event.address }])
  return (
    <p className={classes['links']}>
      {words.only}
      {ways.map(([name, search]) => (
        <Link key={name} className="text-link" to={auditPath('changes')} search={() => search}>
          {name}
        </Link>
      ))}
    </p>
  )
}
