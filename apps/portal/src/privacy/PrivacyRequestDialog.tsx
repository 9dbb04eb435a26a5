import {
  api,
  privacyRequestKinds,
  privacyRequestWays,
  PrivacyRequestWithAnswers,
  type PrivacyRequestWithAnswers as Request,
} from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { dateIn } from '@ambit/domain'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog, useOpenDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { DateField, NumberField, SelectField, TextAreaField } from '../form/fields.tsx'
import { browserTimeZone } from '../form/time-zones.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { userOptions } from '../records/users.ts'
import { useFormat } from '../settings/format.ts'
import { useNow } from '../settings/use-now.ts'
import { ANSWER } from './keys.ts'
import classes from './privacy.module.css'
import { RecordName } from './RecordName.tsx'
import { emptyRequest, handlingBody, HandlingForm, handlingValues, requestBody, RequestForm } from './request-form.ts'
import { requestRecords } from './request-queries.ts'
import { requestName, requestStrings as words } from './request-strings.ts'
import { ExtendForm, NoteAnswer, RequestAnswers } from './RequestAnswers.tsx'
import { RequestStatus } from './RequestStatus.tsx'

const labels = words.columns
const kindOptions = privacyRequestKinds.map((value) => ({ value, label: words.kinds[value] }))
/** What comes by the app is noted by the app. */
const wayOptions = privacyRequestWays
  .filter((value) => value !== 'app')
  .map((value) => ({ value, label: words.ways[value] }))

/** Notes a request, or shows one with what was done about it. */
const PrivacyRequestDialog = () => {
  const { mode, id } = useDialog()
  return mode === 'create' ? (
    <DialogFrame title={words.create}>
      <NewRequest />
    </DialogFrame>
  ) : (
    <OneRequest id={Number(id)} />
  )
}
export default PrivacyRequestDialog

const NewRequest = () => {
  const { close } = useDialog()
  const { date } = useFormat()
  const today = dateIn(browserTimeZone(), useNow(60_000))
  const entity = useEntityForm({
    intent: { mode: 'create' },
    schema: RequestForm,
    record: PrivacyRequestWithAnswers,
    toValues: () => emptyRequest(today),
    save: async (values) => (await client.call(api.privacyRequests.create, { body: requestBody(values) })).data,
    onSaved: (saved) => {
      if (saved) {
        requestRecords.saved(saved)
        notify({ type: 'success', title: words.thanks, message: words.created(date(saved.due_on)) })
      }
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={labels}>
      <NumberField name="traveler_id" label={labels.traveler_id} min={1} />
      <SelectField name="kind" label={labels.kind} options={kindOptions} />
      <Named />
      <SelectField name="came_by" label={labels.came_by} options={wayOptions} />
      <DateField name="received_on" label={labels.received_on} />
      <Handling />
    </EntityForm>
  )
}

const Named = () => <RecordName kind="travelers" id={useWatch<RequestForm, 'traveler_id'>({ name: 'traveler_id' })} />

/** Who looks after it, and how it was checked who asks. */
const Handling = () => {
  const users = useQuery({ ...userOptions, enabled: useCan()('UserManagement:user:canRead') })
  const options = (users.data ?? []).map(({ id, full_name }) => ({ value: String(id), label: full_name }))
  return (
    <>
      <TextAreaField name="identity_check" label={labels.identity_check} span={24} maxLength={250} counted />
      <SelectField name="user_id" label={labels.user_id} options={options} searchable clearable limit={50} />
    </>
  )
}

const OneRequest = ({ id }: { id: number }) => {
  const can = useCan()
  const [saves, setSaves] = useState(0)
  return (
    <Loaded query={useQuery(requestRecords.one(id))} title={words.one}>
      {(request) => {
        const handled = can(ANSWER) && request.state === 'open'
        return (
          <DialogFrame title={requestName(request)} status={<RequestStatus request={request} />}>
            <div className={classes['rule']}>
              <Facts request={request} handled={handled} />
              {handled && <HandlingOf key={`save ${saves}`} request={request} onSaved={() => setSaves(saves + 1)} />}
              <RequestAnswers answers={request.answers} />
              {handled && <NoteAnswer key={`answer ${request.answers.length}`} request={request} />}
              {handled && request.extended_months === 0 && <ExtendForm request={request} />}
            </div>
          </DialogFrame>
        )
      }}
    </Loaded>
  )
}

/** `handled`: how identity was checked and who looks after it are shown by the form that changes them. */
const Facts = ({ request, handled }: { request: Request; handled: boolean }) => {
  const { date, dateTime } = useFormat()
  const { traveler_id, came_by, state, erases_at, received_on, due_on, extended_months, identity_check, user_name } =
    request
  const due = extended_months === 0 ? date(due_on) : `${date(due_on)}, ${words.extended(extended_months)}`
  const facts = [
    [labels.passenger, <Passenger key="passenger" id={traveler_id} />],
    [labels.came_by, words.ways[came_by]],
    [labels.received_on, date(received_on)],
    [labels.due_on, due],
    ...(erases_at === null || state !== 'open'
      ? []
      : ([[words.erasesAt, words.unlessSignedIn(dateTime(erases_at))]] as const)),
    ...(handled
      ? []
      : ([
          [labels.identity_check, identity_check === '' ? words.unchecked : identity_check],
          [labels.user_id, user_name ?? words.nobody],
        ] as const)),
  ] as const
  return (
    <dl className={classes['facts']} aria-label={words.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Passenger = ({ id }: { id: number }) => {
  const open = useOpenDialog()
  if (!useCan()('TravellerManagement:traveller:canRead')) return words.passenger(id)
  return (
    <>
      <RecordName kind="travelers" id={id} />
      <Button size="compact-xs" variant="default" onClick={() => open('TravelerDialog', 'view', id, 'Profile')}>
        {words.openPassenger}
      </Button>
    </>
  )
}

/** Stays open after a save, and begins anew with what was saved. */
const HandlingOf = ({ request, onSaved }: { request: Request; onSaved: () => void }) => {
  const entity = useEntityForm({
    intent: { mode: 'edit', record: request },
    schema: HandlingForm,
    record: PrivacyRequestWithAnswers,
    toValues: handlingValues,
    save: async (values, version) =>
      (
        await client.call(api.privacyRequests.update, {
          params: { id: request.id },
          body: handlingBody(values),
          version,
        })
      ).data,
    onSaved: (saved) => {
      if (saved) requestRecords.saved(saved)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      onSaved()
    },
  })
  return (
    <EntityForm entity={entity} label={words.handling} labels={labels}>
      <Handling />
    </EntityForm>
  )
}
