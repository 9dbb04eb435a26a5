import { api, daysOf, type RetentionRule } from '@ambit/contract'
import { partsOfPeriod, periodOf, type PeriodUnit, periodUnits } from '@ambit/domain'
import { Button, Checkbox, NumberInput, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { notify } from '../notifications/notify.tsx'
import { isReason, ReasonField } from '../ui/ReasonField.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './privacy.module.css'
import { rulesChanged } from './queries.ts'
import { privacyStrings } from './strings.ts'

const words = privacyStrings.dialog
type Props = {
  rule: RetentionRule
  /** what would be kept, where it is another period than the rule's */
  onPeriod: (period: string | undefined) => void
}

export const RetentionForm = ({ rule, onPeriod }: Props) => {
  const parts = partsOfPeriod(rule.period)
  const [keep, setKeep] = useState(parts === null)
  const [count, setCount] = useState<number | string>(parts?.count ?? 24)
  const [unit, setUnit] = useState<PeriodUnit>(parts?.unit ?? 'M')
  const [reason, setReason] = useState(rule.reason)
  const typed = periodOf(count, unit)
  const period = keep ? null : typed
  const bad = !keep && typed === null
  const told = (next: string | null): void => onPeriod(next === null || next === rule.period ? undefined : next)
  const save = useMutation({
    mutationFn: () =>
      client.call(api.retentionRules.update, {
        params: { kind: rule.kind },
        body: { period, reason },
        version: rule.version,
      }),
    onSuccess: () => {
      rulesChanged()
      const waits = daysOf(period) < daysOf(rule.period)
      notify({ type: 'success', title: words.savedTitle, message: waits ? words.savedShorter : words.saved })
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate()
  }
  const same = period === rule.period && reason.trim() === rule.reason
  return (
    <form className={classes['form']} aria-label={words.title} onSubmit={submit}>
      <Checkbox
        label={words.keep}
        checked={keep}
        onChange={({ currentTarget: { checked } }) => {
          setKeep(checked)
          told(checked ? null : typed)
        }}
      />
      <div className={classes['period']}>
        <NumberInput
          label={words.count}
          min={1}
          max={3650}
          allowDecimal={false}
          allowNegative={false}
          disabled={keep}
          value={count}
          error={bad ? words.bad : undefined}
          onChange={(next) => {
            setCount(next)
            told(periodOf(next, unit))
          }}
        />
        <Select
          label={words.unit}
          allowDeselect={false}
          disabled={keep}
          data={periodUnits.map((value) => ({ value, label: words.units[value] }))}
          value={unit}
          onChange={(next) => {
            const chosen = periodUnits.find((one) => one === next) ?? unit
            setUnit(chosen)
            told(periodOf(count, chosen))
          }}
        />
      </div>
      <ReasonField label={words.reason} description={words.reasonHint} value={reason} onChange={setReason} />
      {save.isError && (
        <ToneAlert tone="danger" title={words.failed}>
          {failureText(save.error)}
        </ToneAlert>
      )}
      <Button
        type="submit"
        className={classes['save'] ?? ''}
        loading={save.isPending}
        disabled={bad || same || !isReason(reason)}
      >
        {words.save}
      </Button>
    </form>
  )
}
