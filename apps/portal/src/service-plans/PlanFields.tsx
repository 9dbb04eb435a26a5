import { dateIn } from '@ambit/domain'
import { useWatch } from 'react-hook-form'
import { isDraftId } from '../drafts/diff.ts'
import { NumberField, type Option, SelectField, TextField, ViewField } from '../form/fields.tsx'
import { useEntityFormContext } from '../form/form-context.ts'
import { useFormat } from '../settings/format.ts'
import { useSettings } from '../settings/settings.ts'
import { useNow } from '../settings/use-now.ts'
import { mayChange } from './looks.ts'
import { OutsideHours } from './OutsideHours.tsx'
import { clockOn, earliestOn, type PlanForm, planValues, timeOptions } from './plan-form.ts'
import type { PlanSession } from './plan-session.ts'
import type { PlanDraft } from './plans.ts'
import { shiftOf } from './shifts.ts'
import classes from './PlanFields.module.css'
import { planStrings } from './strings.ts'
import { usePlanOptions } from './use-plan-names.ts'
import { useZoneOf } from './use-zone-of.ts'

const words = planStrings.fields
/** of a long list, how many are offered at once */
const OFFERED = 100

type Props = { session: PlanSession | null; plan: PlanDraft; timeZone: string; date: string }

export const PlanFields = ({ session, plan, timeZone, date }: Props) => {
  const [start, end] = useWatch<PlanForm, ['start_time', 'end_time']>({ name: ['start_time', 'end_time'] })
  const options = usePlanOptions({ session, plan, timeZone, date, start, end })
  const zone = useZoneOf(plan.zone_id)
  const { clockHours } = useSettings().app
  const { mode } = useEntityFormContext()
  const format = useFormat(timeZone)
  const now = useNow(60_000)
  const saved = !isDraftId(plan.id)
  const may = mayChange(plan, saved, now)
  const values = planValues(plan, timeZone, date)
  // A new schedule may say that it began a while ago; only its end must lie ahead.
  const earliest = earliestOn(timeZone, date, now)
  const taken = neighbours(session, plan, timeZone, date)
  const breakSteps = (value: string): Option[] =>
    timeOptions(value, { edge: 'start', earliest: '', taken: [] }, clockHours).filter(
      (step) => step.value === value || (step.value >= start && step.value <= end),
    )
  const fixed = (
    <>
      <ViewField label={words.zone_id}>{zone?.name ?? planStrings.unknown}</ViewField>
      <ViewField label={planStrings.day}>{format.date(plan.start_time)}</ViewField>
    </>
  )
  return (
    <>
      {mode === 'view' ? fixed : <dl className={classes['fixed']}>{fixed}</dl>}
      <OutsideHours zone={plan.zone_id} timeZone={timeZone} date={date} start={start} end={end} />
      <TextField name="shiftLabel" label={words.shiftLabel} />
      <SelectField
        name="start_time"
        label={words.start_time}
        searchable
        disabled={!may.start}
        options={timeOptions(values.start_time, { edge: 'start', earliest: saved ? earliest : '', taken }, clockHours)}
      />
      <SelectField
        name="end_time"
        label={words.end_time}
        searchable
        disabled={!may.end}
        options={timeOptions(values.end_time, { edge: 'end', earliest, taken }, clockHours)}
      />
      <SelectField
        name="vehicle_id"
        label={words.vehicle_id}
        searchable
        clearable
        limit={OFFERED}
        options={withOwn(options.vehicles, plan.vehicle_id, plan.vehicle_number)}
      />
      <SelectField
        name="driver_id"
        label={words.driver_id}
        searchable
        clearable
        limit={OFFERED}
        options={withOwn(options.drivers, plan.driver_id, plan.driver_name)}
      />
      <NumberField name="minimum_capacity" label={words.minimum_capacity} min={0} max={200} />
      <SelectField
        name="service_route_id"
        label={words.service_route_id}
        placeholder={planStrings.noRoute}
        clearable
        options={withOwn(options.routes, plan.service_route_id, plan.service_route_name)}
      />
      <NumberField name="break_minutes" label={words.break_minutes} min={1} max={240} />
      <SelectField
        name="break_from"
        label={words.break_from}
        searchable
        clearable
        options={breakSteps(values.break_from)}
      />
      <SelectField
        name="break_until"
        label={words.break_until}
        searchable
        clearable
        options={breakSteps(values.break_until)}
      />
    </>
  )
}

/** What the schedule has stays a choice, also when it could not be chosen any more. */
const withOwn = (options: readonly Option[], id: number | null, label: string | null): Option[] =>
  id === null || options.some(({ value }) => value === String(id))
    ? [...options]
    : [{ value: String(id), label: label ?? String(id) }, ...options]

/** The other blocks of its shift on its date. */
const neighbours = (session: PlanSession | null, plan: PlanDraft, timeZone: string, date: string) =>
  (session?.drafts.get().records.plans ?? [])
    .filter(
      (other) =>
        other.id !== plan.id &&
        other.zone_id === plan.zone_id &&
        shiftOf(other) === shiftOf(plan) &&
        dateIn(timeZone, new Date(other.start_time)) === date,
    )
    .map(({ start_time, end_time }) => ({
      start: clockOn(timeZone, date, start_time),
      end: clockOn(timeZone, date, end_time),
    }))
