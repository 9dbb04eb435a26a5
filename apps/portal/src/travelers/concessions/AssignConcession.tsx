import { api, TravelerConcession, type TravelerSet } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { client } from '../../api/client.ts'
import { EntityForm } from '../../form/EntityForm.tsx'
import { DateField, SelectField } from '../../form/fields.tsx'
import type { FormIntent } from '../../form/intent.ts'
import { useEntityForm } from '../../form/use-entity-form.ts'
import { notify } from '../../notifications/notify.tsx'
import { travelerSetOptions } from '../../records/traveler-sets.ts'
import { useFormat } from '../../settings/format.ts'
import { useNow } from '../../settings/use-now.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { AddPanel } from '../../ui/AddPanel.tsx'
import shared from '../travelers.module.css'
import classes from './AssignConcession.module.css'
import { ConcessionForm, concessionValues, expiryMoment, firstDay, shareOff } from './concession-form.ts'
import { concessionsChanged } from './queries.ts'
import { concessionStrings as words } from './strings.ts'

type Intent = Extract<FormIntent<TravelerConcession>, { mode: 'create' | 'edit' }>
type Props = { travelerId: number; intent: Intent; onClose: () => void }

/** A new concession, or another day on which one expires. */
export const AssignConcession = (props: Props) => {
  const sets = useQuery(travelerSetOptions)
  if (sets.isPending) return <Skeleton h={80} />
  if (sets.data === undefined) return <ErrorState error={sets.error} onRetry={() => void sets.refetch()} />
  return <Assignment {...props} sets={sets.data} />
}

const Assignment = ({ travelerId, intent, onClose, sets }: Props & { sets: readonly TravelerSet[] }) => {
  const format = useFormat()
  const editing = intent.mode === 'edit'
  // A kind that is no longer offered is still the one that is changed.
  const offered = editing ? [intent.record.traveler_set] : sets
  const entity = useEntityForm({
    intent,
    schema: ConcessionForm,
    record: TravelerConcession,
    toValues: concessionValues,
    save: (values, version) => {
      const set = offered.find(({ id }) => String(id) === values.traveler_set_id)
      if (set === undefined) throw new Error('The chosen concession is one of those offered')
      const expires_at = expiryMoment(set, values.expires_at)
      const answer = editing
        ? client.call(api.travelerConcessions.update, {
            params: { id: intent.record.id },
            body: { expires_at },
            version,
          })
        : client.call(api.travelerConcessions.create, {
            body: { traveler_set_id: set.id, expires_at, traveler_id: travelerId },
          })
      return answer.then(({ data }) => data)
    },
    onSaved: () => {
      concessionsChanged()
      notify({ type: 'success', title: words.thanks, message: editing ? words.updated : words.assigned })
      onClose()
    },
    failure: 'silent',
  })
  return (
    <AddPanel title={editing ? words.change : words.assign} onCancel={onClose}>
      <EntityForm entity={entity} label={words.form} labels={words.fields}>
        <SelectField
          name="traveler_set_id"
          label={words.fields.traveler_set_id}
          disabled={editing}
          searchable={sets.length > 8}
          options={offered.map((set) => ({
            value: String(set.id),
            label: words.option(set.name, set.traveler_set_discount.region.name, shareOff(set, format)),
          }))}
        />
        <Expiry sets={offered} />
      </EntityForm>
      {sets.length === 0 && !editing && <p className={shared['hint']}>{words.noKinds}</p>}
    </AddPanel>
  )
}

/** From today on, where the chosen kind holds; and where that is. */
const Expiry = ({ sets }: { sets: readonly TravelerSet[] }) => {
  const now = useNow(60_000)
  const chosen = useWatch<ConcessionForm, 'traveler_set_id'>({ name: 'traveler_set_id' })
  const set = sets.find(({ id }) => String(id) === chosen)
  const first = set ?? sets[0]
  return (
    <>
      <DateField
        name="expires_at"
        label={words.fields.expires_at}
        {...(first === undefined ? {} : { minDate: firstDay(first, now) })}
      />
      {set !== undefined && (
        <p className={classes['onlyIn']} role="note">
          {words.onlyIn(set.traveler_set_discount.region.name)}
        </p>
      )}
    </>
  )
}
