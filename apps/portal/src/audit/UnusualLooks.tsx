import { useQuery } from '@tanstack/react-query'
import { unusualLooksQuery } from '../records/access-events.ts'
import { momentWords } from '../records/audit-words.ts'
import { useSettings } from '../settings/settings.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './audit.module.css'
import { auditStrings } from './strings.ts'

const words = auditStrings.access.unusual

/** Who looked at unusually many passengers of late; nothing where nobody did. */
export const UnusualLooks = () => {
  const { app, access } = useSettings()
  const found = useQuery(unusualLooksQuery).data
  if (found === undefined || found.length === 0) return null
  return (
    <ToneAlert tone="warning" title={words.title} mb="sm">
      <p className={classes['why']}>{words.why(access.unusual_looks)}</p>
      <ul className={classes['unusual']} aria-label={words.title}>
        {found.map(({ actor_kind, actor_id, actor_name, region_id, region_name, day, at, looks }) => (
          <li key={`${actor_kind} ${actor_id} ${region_id} ${day}`}>
            <strong>{actor_name}</strong> {words.looked(looks, region_name)}{' '}
            <time dateTime={at}>{momentWords(at, app.locale)}</time>
          </li>
        ))}
      </ul>
    </ToneAlert>
  )
}
