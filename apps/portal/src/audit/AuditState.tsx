import { useQuery } from '@tanstack/react-query'
import { auditStateQuery } from '../records/audit-events.ts'
import { momentWords } from '../records/audit-words.ts'
import { useFormat } from '../settings/format.ts'
import { useSettings } from '../settings/settings.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './audit.module.css'
import { auditStrings as words } from './strings.ts'

/** Whether the audit is as it was sealed. */
export const AuditState = () => {
  const { locale } = useSettings().app
  const format = useFormat()
  const state = useQuery(auditStateQuery).data
  if (state === undefined) return null
  if (state.broken_since !== null)
    return (
      <ToneAlert tone="danger" title={words.notIntact(format.dateTime(state.broken_since))}>
        {state.problem}
      </ToneAlert>
    )
  const { sealed_until, sealed_events } = state
  return (
    <p className={classes['state']} role="status">
      {sealed_until === null
        ? words.notSealed
        : words.intact(momentWords(sealed_until, locale), format.number(sealed_events))}
    </p>
  )
}
