import { type StatusIncident, statusPartNames } from '@ambit/contract'
import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../auth/session.ts'
import { currentIncidentsQuery } from '../records/status-incidents.ts'
import classes from './IncidentBanner.module.css'
import { shellStrings } from './strings.ts'

/** What is closed comes back with the next update. */
const keyOf = ({ id, version }: StatusIncident): string => `${id}.${version}`

/** Incidents and planned works that concern the user now, each with its last update. */
export const IncidentBanner = () => {
  const session = useSession()
  const closedOff = session.status === 'logged_in' && session.user.second_factor?.overdue === true
  const incidents = useQuery({ ...currentIncidentsQuery, enabled: !closedOff }).data ?? []
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const shown = incidents.filter((incident) => !closed.has(keyOf(incident)))
  return (
    <div role="status" className={classes['place']}>
      {shown.map((incident) => (
        <p key={incident.id} className={classes['banner']}>
          <IconAlertTriangle size={16} aria-hidden />
          <span className={classes['text']}>
            <a href={`/status#incident-${incident.id}`} target="_blank" rel="noreferrer">
              {incident.title}
            </a>{' '}
            ({incident.parts.map((part) => statusPartNames[part]).join(', ')}): {incident.updates.at(-1)?.text}
          </span>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={shellStrings.closeIncident(incident.title)}
            onClick={() => setClosed(new Set([...closed, keyOf(incident)]))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </p>
      ))}
    </div>
  )
}
