import { api, type ConsentState, type Organisation, type OrganisationTraveler } from '@ambit/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useRepresents } from '../auth/use-me.ts'
import { notify } from '../notifications/notify.tsx'
import { BookingNumber } from '../records/BookingNumber.tsx'
import { organisationRecords } from '../records/organisations.ts'
import { RecordStatus, type Statuses } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { ConfirmDialog } from '../table/RowActions.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { MessageChoice } from './MessageChoice.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { AddConsent } from './AddConsent.tsx'
import { UPDATE } from './keys.ts'
import classes from './organisations.module.css'
import { bookingsAheadQuery, consentsQuery, ownMessagesQuery } from './queries.ts'
import { consentStrings as words } from './strings.ts'

const states = {
  in_force: { text: words.states.in_force, tone: 'success' },
  not_yet: { text: words.states.not_yet, tone: 'neutral' },
  ended: { text: words.states.ended, tone: 'neutral' },
} as const satisfies Statuses<ConsentState>

type Props = { organisation: Organisation; mode: 'view' | 'edit' }

/** Whom an organisation may book for, and what is still booked for those whose consent is in force no more. */
export const Consents = ({ organisation, mode }: Props) => {
  const [adding, setAdding] = useState(false)
  const consents = useQuery(consentsQuery(organisation.id))
  const edits = mode === 'edit'
  const represents = useRepresents()
  if (consents.isPending) return <Skeleton h={80} />
  if (consents.data === undefined) return <ErrorState error={consents.error} onRetry={() => void consents.refetch()} />
  return (
    <>
      <Ahead organisation={organisation} />
      <p>{words.explained}</p>
      {represents && <OwnMessages />}
      {edits && !adding && (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      )}
      {adding && <AddConsent organisation={organisation} onClose={() => setAdding(false)} />}
      {consents.data.length === 0 ? (
        <p role="status">{words.none}</p>
      ) : (
        <ul className={classes['consents']} aria-label={words.list}>
          {consents.data.map((consent) => (
            <Consent key={consent.id} consent={consent} zone={organisation.time_zone} edits={edits} />
          ))}
        </ul>
      )}
    </>
  )
}

const Ahead = ({ organisation: { id, unconsented_count: count, time_zone } }: { organisation: Organisation }) => {
  const can = useCan()
  const format = useFormat(time_zone)
  const ahead = useQuery({ ...bookingsAheadQuery(id), enabled: count > 0 && can(UPDATE) })
  if (count === 0) return null
  return (
    <ToneAlert tone="warning" mb="sm">
      {words.ahead(count)}
      {ahead.data !== undefined && (
        <ul className={classes['ahead']} aria-label={words.aheadList}>
          {ahead.data.map(({ id: booking, traveler_name, pickup }) => (
            <li key={booking}>
              <BookingNumber id={booking} name={traveler_name} /> {traveler_name}, {format.dateTime(pickup.lower_bound)}
            </li>
          ))}
        </ul>
      )}
    </ToneAlert>
  )
}

const Consent = ({ consent, zone, edits }: { consent: OrganisationTraveler; zone: string; edits: boolean }) => {
  const format = useFormat(zone)
  const { traveler_name: name, consented_by, consented_on, until_on, ended_at, state, tell_representatives } = consent
  const until = until_on === null ? null : format.civilDate(until_on)
  return (
    <li className={classes['consent']} aria-label={name}>
      <strong>{name}</strong>
      <RecordStatus of={states} status={state} />
      {edits && ended_at === null && <End consent={consent} />}
      <p className={classes['hint']}>
        {words.said(consented_by, format.civilDate(consented_on), until)}
        {ended_at !== null && ` · ${words.endedOn(format.dateTime(ended_at))}`}
        {!tell_representatives && ` · ${words.declined}`}
      </p>
      {edits && ended_at === null && <Tells consent={consent} />}
    </li>
  )
}

const End = ({ consent: { id, traveler_name: name } }: { consent: OrganisationTraveler }) => {
  const [asking, setAsking] = useState(false)
  const end = async (): Promise<void> => {
    try {
      await client.call(api.organisationTravelers.end, { params: { id } })
      notify({ type: 'success', title: words.one, message: words.ended(name) })
    } catch (error) {
      announceFailure(error, words.endFailed)
    }
    organisationRecords.changed()
    setAsking(false)
  }
  const question = { title: words.endTitle, text: words.endText(name), button: words.end }
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={words.endOf(name)} onClick={() => setAsking(true)}>
        {words.end}
      </Button>
      <ConfirmDialog question={asking ? question : null} danger onCancel={() => setAsking(false)} onConfirm={end} />
    </>
  )
}

/** What the passenger says of messages to representatives. */
const Tells = ({
  consent: { id, traveler_name, tell_representatives, version },
}: {
  consent: OrganisationTraveler
}) => (
  <MessageChoice
    label={words.tell}
    name={words.tellOf(traveler_name)}
    checked={tell_representatives}
    save={async (tell) => {
      const body = { tell_representatives: tell }
      await client.call(api.organisationTravelers.update, { params: { id }, body, version })
    }}
  />
)

/** What the representative says of them. */
const OwnMessages = () => {
  const own = useQuery(ownMessagesQuery)
  if (own.data === undefined) return null
  return (
    <MessageChoice
      label={words.tellMe}
      note={words.tellMeNote}
      checked={own.data.told}
      save={async (told) => {
        await client.call(api.representativeMessages.update, { body: { told } })
      }}
    />
  )
}
