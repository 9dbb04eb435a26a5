import type { PaymentMethodName } from '@ambit/contract'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { bookingWords } from '../../records/booking-words.ts'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { type GroupForm, memberName, refusedIn } from './group-form.ts'
import { groupStrings as words } from './strings.ts'
import classes from './group.module.css'

type Props = {
  form: GroupForm
  /** what all members can pay by */
  methods: readonly PaymentMethodName[]
  /** on the button that confirms, and above what was refused */
  labels: { confirm: string; failed: string }
  error: Error | null
  pending: boolean
  disabled?: boolean
  onBack: () => void
  onConfirm: (method: PaymentMethodName) => void
}

/** How the members of a group pay, what was refused of which member, and the button that confirms. */
export const GroupConfirm = ({ form, methods, labels, error, pending, disabled = false, onBack, onConfirm }: Props) => {
  const [chosen, setChosen] = useState<PaymentMethodName | null>(null)
  const method = chosen ?? methods[0] ?? null
  const refused = error === null ? null : refusedIn(error, form)
  return (
    <>
      {methods.length === 0 ? (
        <ToneAlert tone="warning">{words.noPayment}</ToneAlert>
      ) : (
        <Select
          label={words.payment}
          allowDeselect={false}
          data={methods.map((value) => ({ value, label: bookingWords.paymentMethods[value] }))}
          value={method}
          onChange={(value) => setChosen(methods.find((one) => one === value) ?? null)}
        />
      )}
      {refused !== null && (
        <ToneAlert tone="danger" title={labels.failed}>
          {[refused.text, ...[...refused.of].map(([id, text]) => `${memberName(form, id)}: ${text}`)]
            .filter(Boolean)
            .join(' ')}
        </ToneAlert>
      )}
      <div className={classes['end']}>
        <Button variant="default" onClick={onBack} disabled={pending}>
          {words.back}
        </Button>
        <Button
          data-autofocus
          disabled={method === null || disabled}
          loading={pending}
          onClick={() => method !== null && onConfirm(method)}
        >
          {labels.confirm}
        </Button>
      </div>
    </>
  )
}
